#include "report/describe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

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

// The thread that an operation names in its choice: the created, joined or woken one.
std::string chosen_thread(const Operation& op, const trace::Names& names) {
  return thread_name(op.choice < 0 ? ThreadId() : ThreadId(static_cast<std::size_t>(op.choice)), names);
}

// Who holds a lock in this state.
std::string holder(std::int64_t state, const trace::Names& names) {
  return thread_name(state <= 0 ? ThreadId() : ThreadId(static_cast<std::size_t>(state - 1)), names);
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

// What is known about a location at the end of a trace.
struct LastChange {
  const Operation* operation = nullptr;  // the last one that modified it, null if there is none
  std::size_t step = 0;                  // its number, counted from 1
};

LastChange last_change(trace::LocationId location, const trace::Trace& trace) {
  LastChange result;
  std::size_t step = 0;
  for (const Operation& op : trace.operations) {
    if (is_step(op)) ++step;
    if (op.location != location || op.effect != trace::Effect::kModify) continue;
    result = {&op, step};
  }
  return result;
}

bool has_ended(ThreadId thread, const trace::Trace& trace) {
  return std::any_of(trace.operations.begin(), trace.operations.end(),
                     [&](const Operation& op) { return op.thread == thread && op.kind == OpKind::kExit; });
}

std::string barrier_state(const Operation& op, const trace::Trace& trace) {
  const LastChange change = last_change(op.location, trace);
  if (change.operation == nullptr) return "";
  const int arrived = std::popcount(static_cast<trace::Waiters>(change.operation->value));
  return fmt::format(": {} of {} have arrived", arrived, trace::unpack_arrival(change.operation->operand).group);
}

// Who holds the lock that `op` waits for: "T2 holds m".
std::string held_lock(const Operation& op, const std::string& lock, const trace::Trace& trace,
                      const trace::Names& names) {
  const LastChange change = last_change(op.location, trace);
  if (change.operation == nullptr) return lock;
  if (change.operation->thread == op.thread) return fmt::format("holds {} itself", lock);
  return fmt::format("{} holds {}", holder(change.operation->value, names), lock);
}

// The same with its history: "m, which T2 holds since step 3".
std::string lock_history(const Operation& op, const std::string& lock, const trace::Trace& trace,
                         const trace::Names& names) {
  const LastChange change = last_change(op.location, trace);
  if (change.operation == nullptr) return lock;
  const ThreadId by = change.operation->thread;
  if (by == op.thread) return fmt::format("{}, which it holds itself since step {}", lock, change.step);
  const std::string who = thread_name(by, names);
  if (has_ended(by, trace))
    return fmt::format("{}, which {} took in step {} and never released", lock, who, change.step);
  return fmt::format("{}, which {} holds since step {}", lock, who, change.step);
}

// "3 threads read under m", "T2 writes under m".
std::string rwlock_state(const Operation& op, const std::string& location, const trace::Trace& trace,
                         const trace::Names& names) {
  const LastChange change = last_change(op.location, trace);
  const std::int64_t state = change.operation == nullptr ? 0 : change.operation->value;
  if (state > 0) return fmt::format("{} writes under {}", holder(state, names), location);
  const std::uint64_t readers = 0 - static_cast<std::uint64_t>(state);
  return fmt::format("{} {} under {}", readers, readers == 1 ? "thread reads" : "threads read", location);
}

// A short version: "lock m, held by T2".
std::string short_history(const Operation& op, const std::string& lock, const trace::Trace& trace,
                          const trace::Names& names) {
  const LastChange change = last_change(op.location, trace);
  if (change.operation == nullptr || change.operation->value <= 0) return "lock " + lock;
  const ThreadId by(static_cast<std::size_t>(change.operation->value - 1));
  if (by == op.thread) return fmt::format("lock {}, which it holds itself", lock);
  return fmt::format("lock {}, held by {}", lock, thread_name(by, names));
}

// What a blocked thread needs in order to continue: the few words of a note, the whole story, and what a message says.
struct Need {
  std::string note;
  std::string story;
  std::string message;
};

Need need_of(const Operation& op, const trace::Trace& trace, const trace::Names& names, const trace::Words* words) {
  const std::string location = location_name(op, names, words);
  switch (op.kind) {
    case OpKind::kLock:
      return {"waits: " + held_lock(op, location, trace, names),
              "waits for the lock " + lock_history(op, location, trace, names),
              short_history(op, location, trace, names)};
    case OpKind::kJoin: {
      const std::string who = chosen_thread(op, names);
      return {"waits for " + who, "waits for the end of " + who, "the end of " + who};
    }
    case OpKind::kWake:
      return {"waits for a signal", "waits for a signal on " + location,
              op.location.valid() ? "a signal on " + location : "a signal"};
    case OpKind::kLeave: {
      const std::string state = barrier_state(op, trace);
      return {"waits" + state, fmt::format("waits at the barrier {}{}", location, state),
              op.location.valid() ? "the others at barrier " + location : "a barrier"};
    }
    case OpKind::kSemWait:
      return {fmt::format("waits: {} is 0", location), fmt::format("waits for the semaphore {}, which is 0", location),
              "semaphore " + location};
    case OpKind::kAwait:
    case OpKind::kAwaitRmw: {
      const LastChange change = last_change(op.location, trace);
      const std::string_view how = trace::awaits_assumption(op) ? "by an assumption" : "in a loop";
      const std::string message = fmt::format("another value of {}, {}", location, how);
      if (change.operation == nullptr)
        return {"waits for " + location, fmt::format("waits {} for {}", how, location), message};
      const std::string value = fmt::format("{} is {}", location, change.operation->value);
      return {"waits: " + value, fmt::format("waits {}: {} since step {}", how, value, change.step), message};
    }
    case OpKind::kReadLock:
    case OpKind::kWriteLock: {
      const std::string held = rwlock_state(op, location, trace, names);
      return {"waits: " + held, "waits for the readers-writer lock: " + held,
              fmt::format("{} for {}", location, op.kind == OpKind::kReadLock ? "reading" : "writing")};
    }
    case OpKind::kCreate:
    case OpKind::kExit:
    case OpKind::kRead:
    case OpKind::kWrite:
    case OpKind::kRmw:
    case OpKind::kAdd:
    case OpKind::kExchange:
    case OpKind::kCas:
    case OpKind::kUnlock:
    case OpKind::kTryLock:
    case OpKind::kTryReadLock:
    case OpKind::kReadUnlock:
    case OpKind::kTryWriteLock:
    case OpKind::kWriteUnlock:
    case OpKind::kTimedWake:
    case OpKind::kWait:
    case OpKind::kSignal:
    case OpKind::kBroadcast:
    case OpKind::kSemTryWait:
    case OpKind::kSemPost:
    case OpKind::kInspect:
    case OpKind::kDestroy:
    case OpKind::kLook:
    case OpKind::kChange:
    case OpKind::kArrive:
    case OpKind::kChoose:
    case OpKind::kInput:
    case OpKind::kBranch:
    case OpKind::kAssert:
    case OpKind::kAssume: return {"waits", "waits", std::string(name(op.kind))};
  }
  return {"waits", "waits", std::string(name(op.kind))};
}

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

std::string note_of(const Operation& op, const trace::Names& names, const trace::Words* words) {
  const std::string location = location_name(op, names, words);
  const bool modifies = op.effect == trace::Effect::kModify;
  const bool opaque = words != nullptr && words->opaque;
  const auto before = [&] { return words_or(words, &trace::Words::before, op.before); };
  const auto after = [&](std::int64_t number) { return words_or(words, &trace::Words::after, number); };
  const auto change = [&] {
    if (opaque && words->is_ended()) return fmt::format("{}: {}", location, words->after);
    const bool has_both = !opaque || (!words->before.empty() && !words->after.empty());
    return has_both ? fmt::format("{}: {} -> {}", location, before(), after(op.value))
                    : fmt::format("writes {}", location);
  };
  const auto found = [&] {
    return opaque && words->before.empty() ? fmt::format("reads {}", location)
                                           : fmt::format("{} is {}", location, before());
  };
  switch (op.kind) {
    case OpKind::kCreate: return fmt::format("starts {}", chosen_thread(op, names));
    case OpKind::kJoin: return fmt::format("{} has ended", chosen_thread(op, names));
    case OpKind::kExit: return "";
    case OpKind::kRead:
    case OpKind::kAwait:
    case OpKind::kInspect: return found();
    case OpKind::kDestroy: return fmt::format("destroys {}", location);
    case OpKind::kLook: return fmt::format("looks at {}", location);
    case OpKind::kChange: return fmt::format("uses {}", location);
    case OpKind::kWrite:
    case OpKind::kRmw:
    case OpKind::kAdd:
    case OpKind::kExchange:
    case OpKind::kAwaitRmw:
    case OpKind::kSemWait:
    case OpKind::kSemPost: return change();
    case OpKind::kSemTryWait: return modifies ? change() : found();
    case OpKind::kCas:
      return modifies ? change() : fmt::format("{} is {}, not {}", location, before(), after(op.operand));
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
    case OpKind::kChoose:
      if (const auto call = trace::failing_call_of(trace::unpack_domain(op.operand)))
        return fmt::format("{} {}", trace::name(*call), op.choice == 0 ? "succeeds" : "fails");
      return fmt::format("chooses {}", std::int64_t{trace::unpack_domain(op.operand).low} + op.choice);
    case OpKind::kInput: return fmt::format("input {}", op.value);
    case OpKind::kBranch:
      if (op.choice == 0 || op.choice == 1) return op.choice == 1 ? "condition is true" : "condition is false";
      return fmt::format("decides {}", op.choice);
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
