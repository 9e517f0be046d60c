#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "trace/operation.h"
#include "trace/test.h"

namespace heddle::trace {

// How a run ended: of these, the last one that applies.
enum class Outcome : std::uint8_t {
  kFinished,        // every thread ended normally
  kDeadlock,        // some thread waits, none can continue, and nothing below explains it
  kCut,             // a thread was stopped by the depth bound or an endless local loop
  kAssumeFailed,    // a thread was stopped by a false assume, or waits in a loop (Pending::Why::kSpinning)
  kFailed,          // a thread failed: see Trace::failures
  kAsleep,          // only sleeping threads were enabled
  kTooManyThreads,  // a thread stopped at a bound: see Pending::Why::kBeyond
  kDiverged,        // the schedule could not be followed: see Trace::diverged_at
};
inline constexpr int kOutcomeCount = static_cast<int>(Outcome::kDiverged) + 1;

// What a thread can do wrong by itself. A thread that fails stops there and the others run to their end, so that
// findings do not change what is explored.
enum class FailureKind : std::uint8_t {
  kAssertion,
  kError,  // the `error` statement
  kDivisionByZero,
  kOutOfRange,  // array index
  kLockMisuse,  // unlocking a lock that the thread does not hold, or waiting without it
  kBadJoin,     // joining something that is not a thread
  // Native programs:
  kSyncMisuse,  // of a synchronisation object: see the note
  kAbort,
  kSegmentationFault,
  kBusError,
  kIllegalInstruction,
  kStackOverflow,
  kUncaughtException,
  kExitCode,  // the program ended with a nonzero exit code
  kUseAfterFree,
  kDoubleFree,
  kInvalidFree,
  kHeapOverflow,
  kLivelock,  // a loop that can never be left
  kDataRace,  // does not stop the thread
  kDied,      // the process of the tested program died without being able to say why
};
inline constexpr int kFailureKindCount = static_cast<int>(FailureKind::kDied) + 1;

struct Failure {
  FailureKind kind = FailureKind::kAssertion;
  ThreadId thread;
  PlaceId place;
  PlaceId other;  // kDataRace: the place of the earlier access
  NoteId note;    // further details

  friend bool operator==(const Failure&, const Failure&) = default;
};

inline constexpr std::int64_t kNoTurn = -1;

// A thread that has not ended, and the operation it would do next.
struct Pending {
  enum class Why : std::uint8_t {
    kBlocked,  // not enabled
    kCut,      // the depth bound (`operation` is the step it would take) or an endless local loop
    kFailed,
    kAssumeFailed,
    kAsleep,    // enabled, but asleep
    kSpinning,  // in a loop that continues when another thread has changed something; other runs show that. The operand
                // of `operation` is where the last iteration begins in Trace::operations, if every run in which the
                // thread decides the same ends there as well; otherwise kNoTurn
    kAbandoned,  // not enabled, but the program has ended, so it need not be a deadlock: see kExited
    kExited,     // ended the program: returned from main, or called exit. Nobody can join it
    kReady,      // enabled when the run ended for another reason
    kBeyond,     // kCreate: there are kMaxThreads threads; otherwise its number is too large to wait (kMaxWaiters)
  };
  Why why = Why::kBlocked;
  Operation operation;

  friend bool operator==(const Pending&, const Pending&) = default;
};
inline constexpr int kWhyCount = static_cast<int>(Pending::Why::kBeyond) + 1;

// A symbolic value that an operation read or wrote.
struct SymbolicValue {
  std::uint32_t operation = 0;  // index into Trace::operations
  symbolic::ExprId expression;

  friend bool operator==(const SymbolicValue&, const SymbolicValue&) = default;
};

// A local variable that was made symbolic (SymbolicValues::kInputsReadsAndLocals), after a visible operation or later
// in the segment that it begins: from there on its thread computes with `variable`, its name. What it held is `before`,
// in terms of earlier names.
struct SymbolicLocal {
  std::uint32_t operation = 0;  // index into Trace::operations; kNoOperation before the first of the thread
  std::uint32_t local = 0;      // its number in the thread; recursive calls of a function share the numbers
  symbolic::ExprId before;
  symbolic::ExprId variable;
  std::int64_t value = 0;

  static constexpr std::uint32_t kNoOperation = UINT32_MAX;

  friend bool operator==(const SymbolicLocal&, const SymbolicLocal&) = default;
};

// Where a thread reached a visible operation (SymbolicValues::kInputsReadsAndLocals; models only). What it does from
// here on is a function of `control` and of the values of the names that its local variables get here.
struct ControlPoint {
  std::uint32_t at = 0;  // index into Trace::operations of what comes next, by any thread
  ThreadId thread;
  std::uint32_t first_name = 0;  // into Trace::locals
  std::uint32_t names = 0;
  base::Hash128 control;  // the place in the code, the operation, how many inputs the thread has taken

  friend bool operator==(const ControlPoint&, const ControlPoint&) = default;
};

// A memory access that was not a step of its own, or an atomic one: what a thread did in the *segment* that follows one
// of its steps. Recorded on demand, for memory that several threads access.
struct Access {
  enum class Kind : std::uint8_t { kRead, kWrite, kAtomicRead, kAtomicWrite };

  std::uint64_t address = 0;
  std::uint64_t size = 0;  // 0: after a join, not to memory, or by code that is not seen; see AccessLog::other
  ThreadId thread;
  std::uint32_t step = 0;  // 1 + index into Trace::operations; 0: before the first step of the thread
  Kind kind = Kind::kRead;

  friend bool operator==(const Access&, const Access&) = default;
};

// The magnitudes of how often an edge was taken: 1, 2, 3, 4, 8, 16, 32 or 128 times and more.
inline constexpr std::uint32_t kEdgeCounts = 8;

// What one run did. Reused from run to run, so that running allocates nothing once the vectors have grown.
struct Trace {
  std::vector<Operation> operations;  // in the order of execution
  std::vector<Pending> pending;       // by thread
  std::vector<Failure> failures;      // in the order of occurrence
  std::vector<SymbolicLocal> locals;
  std::vector<ControlPoint> controls;
  std::vector<SymbolicValue> expressions;  // of reads and writes whose value is not concrete
  std::vector<Access> accesses;            // in the order of occurrence; empty unless the executor was asked for them
  std::vector<Twin> twins;                 // by thread; empty unless the test orders them
  // The edges of the control flow that were taken, each with the magnitude of how often: edge * kEdgeCounts + 0 to 7,
  // in the order of edges. Of native programs with inputs only.
  std::vector<std::uint32_t> edges;
  Outcome outcome = Outcome::kFinished;
  std::uint32_t diverged_at = 0;  // kDiverged: the index into the schedule
  bool refines = false;           // it has shown that operations must be steps that were not: Executor::refine

  void clear() {
    operations.clear();
    pending.clear();
    failures.clear();
    expressions.clear();
    locals.clear();
    controls.clear();
    accesses.clear();
    twins.clear();
    edges.clear();
    outcome = Outcome::kFinished;
    diverged_at = 0;
    refines = false;
  }

  // Did the runs do the same? Recorded accesses, and what others need not find out again, do not matter.
  friend bool operator==(const Trace& a, const Trace& b) {
    return a.operations == b.operations && a.pending == b.pending && a.failures == b.failures &&
           a.expressions == b.expressions && a.locals == b.locals && a.controls == b.controls &&
           a.outcome == b.outcome && a.diverged_at == b.diverged_at;
  }
};

// Did the run go on to its own end: did everything happen that could?
bool ended_by_itself(Outcome outcome);
std::string_view name(Outcome outcome);
std::string_view name(FailureKind kind);
std::string_view name(Pending::Why why);
bool parse_outcome(std::string_view text, Outcome& outcome);
bool parse_failure_kind(std::string_view text, FailureKind& kind);
bool parse_why(std::string_view text, Pending::Why& why);

// The test that runs exactly this trace again: its steps as the schedule, its inputs, and nothing left to the policy.
Test test_of(const Trace& trace, std::uint32_t depth);

}  // namespace heddle::trace
