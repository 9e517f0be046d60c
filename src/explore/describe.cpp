#include "explore/describe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace heddle::explore {

using trace::FailureKind;
using trace::LocationId;
using trace::Names;
using trace::Operation;
using trace::OpKind;
using trace::Pending;
using trace::PlaceId;
using trace::Policy;
using trace::ThreadId;

namespace {

std::string_view thread_name(const Names& names, ThreadId t) {
  return t.index() < names.threads.size() ? std::string_view(names.threads[t.index()].name) : "?";
}

std::string_view location_name(const Names& names, LocationId x) {
  return x.index() < names.locations.size() ? std::string_view(names.locations[x.index()]) : "?";
}

// The last state of a location that the trace shows; 0 if it shows none.
std::int64_t last_state(const trace::Trace& trace, LocationId x) {
  const auto last = std::find_if(trace.operations.rbegin(), trace.operations.rend(), [&](const Operation& op) {
    return op.location == x && op.effect != trace::Effect::kNone;
  });
  return last == trace.operations.rend() ? 0 : last->value;
}

std::string describe_wait(const Names& names, const trace::Trace& trace, const Operation& op) {
  const std::string_view x = location_name(names, op.location);
  switch (op.kind) {
    case OpKind::kLock: {
      const std::int64_t holder = last_state(trace, op.location) - 1;
      if (holder < 0) return fmt::format("lock {}", x);
      if (ThreadId(holder) == op.thread) return fmt::format("lock {}, which it holds itself", x);
      return fmt::format("lock {}, held by {}", x, thread_name(names, ThreadId(holder)));
    }
    case OpKind::kJoin: return fmt::format("the end of {}", thread_name(names, ThreadId(op.choice)));
    case OpKind::kSemWait: return fmt::format("semaphore {}", x);
    case OpKind::kAwait:
    case OpKind::kAwaitRmw: return fmt::format("another value of {}, in a loop", x);
    case OpKind::kWake: return op.location.valid() ? fmt::format("a signal on {}", x) : "a signal";
    case OpKind::kLeave: return op.location.valid() ? fmt::format("the others at barrier {}", x) : "a barrier";
    default: return std::string(trace::name(op.kind));
  }
}

std::string_view describe(FailureKind kind) {
  switch (kind) {
    case FailureKind::kAssertion: return "assertion failed";
    case FailureKind::kError: return "error reached";
    case FailureKind::kDivisionByZero: return "division by zero";
    case FailureKind::kOutOfRange: return "array index out of range";
    case FailureKind::kLockMisuse: return "lock not held by the thread";
    case FailureKind::kBadJoin: return "join of something that is no thread";
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

std::string_view describe(Policy::Kind kind) {
  switch (kind) {
    case Policy::Kind::kRunOn: return "run-on";
    case Policy::Kind::kRandom: return "random";
    case Policy::Kind::kPct: return "pct";
    case Policy::Kind::kDelay: return "delay";
  }
  return "";
}

}  // namespace

std::string describe_place(const Names& names, PlaceId place) {
  if (place.index() >= names.places.size()) return "?";
  const Names::Place& p = names.places[place.index()];
  return fmt::format("{}:{}:{}", p.file, p.line, p.column);
}

std::string describe_failure(FailureKind kind, const std::string& note) {
  // The instruction stands for what the note says (runtime/failures/sanitizer_traps.h).
  if (kind == FailureKind::kIllegalInstruction) return fmt::format("undefined behaviour: {}", note);
  return fmt::format("{}: {}", describe(kind), note);
}

std::string describe_failure(const Names& names, const trace::Failure& failure) {
  std::string_view text;
  if (failure.place.index() < names.places.size()) text = names.places[failure.place.index()].text;
  std::string result(describe(failure.kind));
  if (failure.note.index() < names.notes.size())
    return describe_failure(failure.kind, names.notes[failure.note.index()]);
  if (!text.empty()) result += fmt::format(": {}", text);
  return result;
}

std::string describe_deadlock(const Names& names, const trace::Trace& trace, const trace::DeadlockCore& core) {
  std::string result;
  for (const Pending& p : trace.pending) {
    if (!core.waiting.contains(p.operation.thread)) continue;
    result += fmt::format("{}{} waits for {}", result.empty() ? "" : "; ", thread_name(names, p.operation.thread),
                          describe_wait(names, trace, p.operation));
  }
  if (core.kind == trace::DeadlockCore::Kind::kKeptLock) result += ", which has ended";
  return result;
}

std::string describe_test(const trace::Test& test) {
  constexpr std::size_t kMostSteps = 1000;  // of a message; the file of the test has all
  std::string result;
  for (const trace::Step& s : test.schedule) {
    if (static_cast<std::size_t>(&s - test.schedule.data()) == kMostSteps) {
      result += fmt::format("… ({} steps) ", test.schedule.size());
      break;
    }
    result += fmt::format("{}", s.thread.value);
    if (s.choice != trace::kNoChoice) result += fmt::format(":{}", s.choice);
    result += ' ';
  }
  result += fmt::format("then {}, seed {}, depth {}", describe(test.policy.kind), test.policy.seed, test.depth);
  const auto add = [&](std::string_view what, const trace::ThreadSet& set) {
    if (!set.empty()) result += fmt::format(", {}", what);
    for (const trace::ThreadId t : set) result += fmt::format(" {}", t.value);
  };
  add("delayed", test.policy.delayed);
  add("asleep", test.sleep);
  for (const trace::InputValue& i : test.inputs) {
    result += fmt::format(", input {} of thread {} is {}", i.nth, i.thread.value, i.value);
  }
  return result;
}

}  // namespace heddle::explore
