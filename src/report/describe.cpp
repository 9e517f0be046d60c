#include "report/describe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

#include "report/needs.h"
#include "trace/failing_calls.h"
#include "trace/semantics.h"

namespace heddle::report {

using trace::FailureKind;
using trace::Operation;
using trace::OpKind;
using trace::ThreadId;

namespace {

// What the words say, or else the number.
std::string words_or(const trace::Words* words, std::string trace::Words::* member, std::int64_t number) {
  return words != nullptr && !(words->*member).empty() ? words->*member : fmt::to_string(number);
}

std::string thread_names(const trace::ThreadSet& set, const trace::Names& names) {
  std::string result;
  for (const ThreadId t : set) {
    result += result.empty() ? "" : ", ";
    result += thread_name(t, names);
  }
  return result;
}

std::string_view source_text(const Operation& op, const trace::Names& names) {
  return op.place.index() < names.places.size() ? std::string_view(names.places[op.place.index()].text)
                                                : std::string_view();
}

// Does the source show both the kind of the operation and its location?
bool says_it_all(const Operation& op, const std::string& location, const trace::Names& names) {
  const std::string_view text = source_text(op, names);
  return text.substr(0, name(op.kind).size()) == name(op.kind) && text.find(location) != std::string_view::npos;
}

// Places without a line are in no file that anybody would look at.
bool in_several_files(const trace::Names& names) {
  const auto in_file = [](const auto& place) { return place.line != 0; };
  const auto first = std::find_if(names.places.begin(), names.places.end(), in_file);
  return std::any_of(first, names.places.end(),
                     [&](const auto& place) { return in_file(place) && place.file != first->file; });
}

// Without directories, for which a column has no room.
std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string_view describe(FailureKind kind) {
  switch (kind) {
    case FailureKind::kAssertion: return "assertion failed";
    case FailureKind::kError: return "error reached";
    case FailureKind::kDivisionByZero: return "division by zero";
    case FailureKind::kOutOfRange: return "array index out of range";
    case FailureKind::kLockMisuse: return "lock not held by the thread";
    case FailureKind::kBadJoin: return "join of something that is not a thread";
    case FailureKind::kSyncMisuse: return "misuse of a synchronisation object";
    case FailureKind::kAbort: return "the program aborted";
    case FailureKind::kSegmentationFault: return "segmentation fault";
    case FailureKind::kBusError: return "bus error";
    case FailureKind::kIllegalInstruction: return "illegal instruction";
    case FailureKind::kStackOverflow: return "stack overflow";
    case FailureKind::kUncaughtException: return "uncaught exception";
    case FailureKind::kExitCode: return "the program ended with an exit code other than 0";
    case FailureKind::kUseAfterFree: return "use of freed memory";
    case FailureKind::kDoubleFree: return "memory freed twice";
    case FailureKind::kInvalidFree: return "free of what was not allocated";
    case FailureKind::kHeapOverflow: return "access beyond allocated memory";
    case FailureKind::kLivelock: return "a loop that can never leave";
    case FailureKind::kDataRace: return "data race";
    case FailureKind::kDied: return "the process of the program died";
  }
  return "";
}

std::string with_note(std::string_view what, const std::string& note) {
  return note.empty() ? std::string(what) : fmt::format("{}: {}", what, note);
}

// "read of Node#2.next" as the other side of a race.
std::string access_text(std::size_t operation, const explore::Finding& finding, const trace::Names& names) {
  const Operation& op = finding.trace.operations[operation];
  const bool writes = op.effect == trace::Effect::kModify;
  return fmt::format("{} of {}", writes ? "write" : "read",
                     location_name(op, names, finding.explanation.of_operation(operation)));
}

// What a check of libstdc++ has written before it aborts: "FILE:LINE: FUNCTION [with types]: Assertion 'WHAT' failed."
std::string library_assertion(const std::string& output) {
  constexpr std::string_view kAssertion = ": Assertion '";
  constexpr std::string_view kFailed = "' failed.";
  const std::size_t at = output.rfind(kAssertion);
  const std::size_t end = at == std::string::npos ? at : output.find(kFailed, at);
  if (end == std::string::npos) return {};
  const std::string what = output.substr(at + kAssertion.size(), end - at - kAssertion.size());
  const std::size_t line = output.rfind('\n', at) == std::string::npos ? 0 : output.rfind('\n', at) + 1;
  std::string function = output.substr(line, at - line);
  if (const std::size_t types = function.find(" ["); types != std::string::npos) function.resize(types);
  const std::size_t number = function.find(": ");
  return number == std::string::npos ? what : fmt::format("{} does not hold in {}", what, function.substr(number + 2));
}

std::string race_with_free(const explore::Finding& finding, std::size_t frees, const trace::Names& names) {
  const std::size_t uses = frees == finding.earlier.operation ? finding.later.operation : finding.earlier.operation;
  const Operation& op = finding.trace.operations[frees];
  const bool is_freed = finding.explanation.of_operation(frees)->after == "freed";
  return fmt::format("{}: {}, {} {} {}", describe(FailureKind::kDataRace), access_text(uses, finding, names),
                     is_freed ? "which" : "whose scope", thread_name(op.thread, names), is_freed ? "frees" : "leaves");
}

std::string failure_message(const explore::Finding& finding, const trace::Names& names) {
  if (const std::size_t frees = freeing_side(finding); frees != explore::kNoOperation)
    return race_with_free(finding, frees, names);
  if (finding.failure.kind == FailureKind::kAbort) {
    if (const std::string what = library_assertion(finding.output); !what.empty())
      return with_note("assertion of the library failed", what);
  }
  // The instruction stands for what the note says (runtime/failures/sanitizer_traps.h).
  if (finding.failure.kind == FailureKind::kIllegalInstruction && finding.failure.note.valid())
    return with_note("undefined behaviour", finding.note);
  return with_note(describe(finding.failure.kind), finding.note);
}

std::string deadlock_message(const explore::Finding& finding, const trace::Names& names) {
  std::vector<std::pair<std::string, std::vector<std::string>>> by_need;  // who waits for the same
  for (const explore::Wait& wait : finding.waits) {
    const Operation& op = finding.trace.pending[wait.pending].operation;
    const Need need = need_of(op, finding.trace, names, finding.explanation.of_waiting(wait.pending));
    auto same = std::ranges::find(by_need, need.message, [](const auto& one) { return one.first; });
    if (same == by_need.end()) same = by_need.insert(by_need.end(), {need.message, {}});
    same->second.push_back(thread_name(op.thread, names));
  }
  std::string result;
  for (const auto& [need, threads] : by_need)
    result += fmt::format("{}{} {} for {}", result.empty() ? "" : "; ", fmt::join(threads, ", "),
                          threads.size() == 1 ? "waits" : "wait", need);
  if (finding.core.kind == trace::DeadlockCore::Kind::kKeptLock) result += ", which has ended";
  return result;
}

}  // namespace

std::size_t freeing_side(const explore::Finding& finding) {
  if (!finding.is_race()) return explore::kNoOperation;
  for (const std::size_t side : {finding.earlier.operation, finding.later.operation}) {
    const trace::Words* const words = side == explore::kNoOperation ? nullptr : finding.explanation.of_operation(side);
    if (words != nullptr && words->is_ended()) return side;
  }
  return explore::kNoOperation;
}

std::string message_of(const explore::Finding& finding, const trace::Names& names) {
  switch (finding.kind) {
    case explore::FindingKind::kNone: return "";
    case explore::FindingKind::kFailure: return failure_message(finding, names);
    case explore::FindingKind::kDeadlock:
    case explore::FindingKind::kLivelock: return deadlock_message(finding, names);
  }
  return "";
}

std::string race_message(const std::string& note) { return with_note(describe(FailureKind::kDataRace), note); }

std::string note_of_assertion(const std::string& message) {
  const std::string before = with_note(describe(FailureKind::kAssertion), " ");
  const std::size_t size = before.size() - 1;
  return message.compare(0, size, before, 0, size) == 0 ? message.substr(size) : "";
}

std::string thread_name(ThreadId thread, const trace::Names& names) {
  if (thread.index() < names.threads.size()) return names.threads[thread.index()].name;
  return thread.valid() ? fmt::format("thread {}", thread.value) : "nobody";
}

std::string chosen_thread(const Operation& op, const trace::Names& names) {
  return thread_name(op.choice < 0 ? ThreadId() : ThreadId(static_cast<std::size_t>(op.choice)), names);
}

std::string holder(std::int64_t state, const trace::Names& names) {
  return thread_name(state <= 0 ? ThreadId() : ThreadId(static_cast<std::size_t>(state - 1)), names);
}

std::string location_name(const Operation& op, const trace::Names& names, const trace::Words* words) {
  if (words != nullptr && !words->location.empty()) return words->location;
  return op.location.index() < names.locations.size() ? names.locations[op.location.index()] : "?";
}

std::string source_of(const trace::Pending& pending, const trace::Names& names) {
  Operation op = pending.operation;
  // A thread that has stopped for good has no next operation; it is where it stopped.
  if (op.kind == OpKind::kExit) op.kind = OpKind::kAssert;
  return source_of(op, names);
}

std::string source_of(const Operation& op, const trace::Names& names) {
  if (op.kind == OpKind::kExit) return "(end)";
  if (op.place.index() >= names.places.size()) return std::string(name(op.kind));
  const trace::Names::Place& place = names.places[op.place.index()];
  return place.text.empty() ? source_of(place, names) + std::string(name(op.kind)) : source_of(place, names);
}

std::string source_of(const trace::Names::Place& place, const trace::Names& names) {
  std::string text = in_several_files(names) ? fmt::format("{}:{}: ", file_name(place.file), place.line)
                                             : fmt::format("{}: ", place.line);
  text += place.text;
  // A source text may span several lines.
  std::replace_if(text.begin(), text.end(), [](char c) { return std::iscntrl(static_cast<unsigned char>(c)); }, ' ');
  return text;
}

namespace {

std::string before(const Operation& op, const trace::Words* words) {
  return words_or(words, &trace::Words::before, op.before);
}

std::string after(std::int64_t value, const trace::Words* words) {
  return words_or(words, &trace::Words::after, value);
}

bool is_opaque(const trace::Words* words) { return words != nullptr && words->opaque; }

// "x: 0 -> 1".
std::string change(const Operation& op, const std::string& location, const trace::Words* words) {
  if (is_opaque(words) && words->is_ended()) return fmt::format("{}: {}", location, words->after);
  const bool has_both = !is_opaque(words) || (!words->before.empty() && !words->after.empty());
  return has_both ? fmt::format("{}: {} -> {}", location, before(op, words), after(op.value, words))
                  : fmt::format("writes {}", location);
}

// "x is 0".
std::string found(const Operation& op, const std::string& location, const trace::Words* words) {
  return is_opaque(words) && words->before.empty() ? fmt::format("reads {}", location)
                                                   : fmt::format("{} is {}", location, before(op, words));
}

std::string chosen_outcome(const Operation& op) {
  const trace::Domain domain = trace::unpack_domain(op.operand);
  if (const auto call = trace::failing_call_of(domain))
    return fmt::format("{} {}", trace::name(*call), op.choice == 0 ? "succeeds" : "fails");
  return fmt::format("chooses {}", std::int64_t{domain.low} + op.choice);
}

std::string decision(const Operation& op) {
  if (op.choice == 0 || op.choice == 1) return op.choice == 1 ? "condition is true" : "condition is false";
  return fmt::format("decides {}", op.choice);
}

}  // namespace

std::string note_of(const Operation& op, const trace::Names& names, const trace::Words* words) {
  const std::string location = location_name(op, names, words);
  const bool modifies = op.effect == trace::Effect::kModify;
  switch (op.kind) {
    case OpKind::kCreate: return fmt::format("starts {}", chosen_thread(op, names));
    case OpKind::kJoin: return fmt::format("{} has ended", chosen_thread(op, names));
    case OpKind::kExit: return "";
    case OpKind::kRead:
    case OpKind::kAwait:
    case OpKind::kInspect: return found(op, location, words);
    case OpKind::kDestroy: return fmt::format("destroys {}", location);
    case OpKind::kLook: return fmt::format("looks at {}", location);
    case OpKind::kChange: return fmt::format("uses {}", location);
    case OpKind::kWrite:
    case OpKind::kRmw:
    case OpKind::kAdd:
    case OpKind::kExchange:
    case OpKind::kAwaitRmw:
    case OpKind::kSemWait:
    case OpKind::kSemPost: return change(op, location, words);
    case OpKind::kSemTryWait: return modifies ? change(op, location, words) : found(op, location, words);
    case OpKind::kCas:
      return modifies ? change(op, location, words)
                      : fmt::format("{} is {}, not {}", location, before(op, words), after(op.operand, words));
    case OpKind::kLock:
    case OpKind::kUnlock: return says_it_all(op, location, names) ? "" : fmt::format("{}s {}", name(op.kind), location);
    case OpKind::kReadLock: return fmt::format("reads under {}", location);
    case OpKind::kWriteLock: return fmt::format("writes under {}", location);
    case OpKind::kReadUnlock:
    case OpKind::kWriteUnlock: return fmt::format("unlocks {}", location);
    case OpKind::kTryReadLock:
    case OpKind::kTryWriteLock: return fmt::format("{} {}", modifies ? "locks" : "does not get", location);
    case OpKind::kTimedWake: return modifies ? "timed out" : fmt::format("woken on {}", location);
    case OpKind::kTryLock:
      return modifies ? fmt::format("locks {}", location)
                      : fmt::format("{} is held by {}", location, holder(op.before, names));
    case OpKind::kWait: return fmt::format("waits on {}", location);
    case OpKind::kWake: return fmt::format("woken on {}", location);
    case OpKind::kSignal:
    case OpKind::kBroadcast:
      return modifies ? fmt::format("wakes {}", thread_names(woken_by(op), names)) : "nobody waits";
    case OpKind::kArrive:
      return fmt::format("{} of {} at {}", std::popcount(static_cast<trace::Waiters>(op.before)) + 1,
                         trace::unpack_arrival(op.operand).group, location);
    case OpKind::kLeave: return fmt::format("leaves {}", location);
    case OpKind::kChoose: return chosen_outcome(op);
    case OpKind::kInput: return fmt::format("input {}", op.value);
    case OpKind::kBranch: return decision(op);
    case OpKind::kAssert: return op.value != 0 ? "holds" : "FAILS";
    case OpKind::kAssume: return op.value != 0 ? "holds" : "does not hold";
  }
  return "";
}

std::string note_of(const trace::Pending& pending, const trace::Trace& trace, const trace::Names& names,
                    const trace::Words* words) {
  using Why = trace::Pending::Why;
  switch (pending.why) {
    case Why::kBlocked: return need_of(pending.operation, trace, names, words).note;
    case Why::kCut: return "cut off here by the depth bound";
    case Why::kFailed: {
      // The last failure stopped it: a race does not.
      for (auto failure = trace.failures.rbegin(); failure != trace.failures.rend(); ++failure) {
        if (failure->thread == pending.operation.thread) return fmt::format("FAILS: {}", name(failure->kind));
      }
      return "FAILS";
    }
    case Why::kAssumeFailed: return "stopped by a false assume";
    case Why::kSpinning: return "waits in a loop for a change by another thread";
    case Why::kAbandoned: return need_of(pending.operation, trace, names, words).note + " until the program ends";
    case Why::kExited: return "ends the program";
    case Why::kBeyond: return "stopped here: too many threads";
    case Why::kAsleep:
    case Why::kReady: return "would go on";
  }
  return "";
}

std::string story_of_wait(std::size_t pending, const explore::Finding& finding, const trace::Names& names) {
  return need_of(finding.trace.pending[pending].operation, finding.trace, names,
                 finding.explanation.of_waiting(pending))
      .story;
}

}  // namespace heddle::report
