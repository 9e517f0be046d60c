#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "trace/operation.h"
#include "trace/test.h"

namespace heddle::trace {

// How a run ended, the first that applies from below.
enum class Outcome : std::uint8_t {
  kFinished,        // every thread came to its end
  kDeadlock,        // some thread waits, none can go on, and nothing below explains it
  kCut,             // a thread was stopped by the depth bound or an endless local loop
  kAssumeFailed,    // a thread was stopped by a false assume, or waits in a loop (Pending::Why::kSpinning)
  kFailed,          // a thread failed: see Trace::failures
  kAsleep,          // only sleeping threads were enabled
  kTooManyThreads,  // a thread has stopped at a bound: see Pending::Why::kBeyond
  kDiverged,        // the schedule could not be followed: see Trace::diverged_at
};
inline constexpr int kOutcomeCount = static_cast<int>(Outcome::kDiverged) + 1;

// What a thread can do wrong by itself. A thread that fails stops there, the others run on to their end, so
// that findings do not change what is explored.
enum class FailureKind : std::uint8_t {
  kAssertion,
  kError,  // the `error` statement
  kDivisionByZero,
  kOutOfRange,  // array index
  kLockMisuse,  // unlocking a lock that the thread does not hold, or waiting without it
  kBadJoin,     // joining something that is no thread
  // Native programs:
  kSyncMisuse,  // of a synchronisation object: see the note
  kAbort,
  kSegmentationFault,
  kBusError,
  kIllegalInstruction,
  kStackOverflow,
  kUncaughtException,
  kExitCode,  // the program ended with an exit code that is not 0
  kUseAfterFree,
  kDoubleFree,
  kInvalidFree,
  kHeapOverflow,
  kLivelock,  // a loop that can never leave
  kDataRace,  // does not stop the thread
  kDied,      // the process of the tested program died in a way that it could not tell
};
inline constexpr int kFailureKindCount = static_cast<int>(FailureKind::kDied) + 1;

struct Failure {
  FailureKind kind = FailureKind::kAssertion;
  ThreadId thread;
  PlaceId place;
  PlaceId other;  // kDataRace: the place of the earlier access
  NoteId note;    // what else there is to say

  friend bool operator==(const Failure&, const Failure&) = default;
};

inline constexpr std::int64_t kNoTurn = -1;

// A thread that did not come to its end, and the operation it would do next.
struct Pending {
  enum class Why : std::uint8_t {
    kBlocked,  // not enabled
    kCut,      // the depth bound (`operation` is the step it would take) or an endless local loop
    kFailed,
    kAssumeFailed,
    kAsleep,     // enabled, but asleep
    kSpinning,   // in a loop that goes on when another thread has changed something; other runs show that. The operand
                 // of `operation` is where the last turn begins in Trace::operations, if every run in which the thread
                 // decides the same ends there as well; otherwise kNoTurn
    kAbandoned,  // not enabled, but the program has ended, so it need not be a deadlock: see kExited
    kExited,     // has ended the program: returned from main, or called exit. Nobody can join it
    kReady,      // enabled when the run ended for another reason
    kBeyond,     // kCreate: there are kMaxThreads threads; otherwise its number is too large to wait (kMaxWaiters)
  };
  Why why = Why::kBlocked;
  Operation operation;

  friend bool operator==(const Pending&, const Pending&) = default;
};
inline constexpr int kWhyCount = static_cast<int>(Pending::Why::kBeyond) + 1;

// A symbolic value that an operation has read or written.
struct SymbolicValue {
  std::uint32_t operation = 0;  // index into Trace::operations
  symbolic::ExprId expression;

  friend bool operator==(const SymbolicValue&, const SymbolicValue&) = default;
};

// A local variable that was made symbolic (SymbolicValues::kInputsReadsAndLocals), behind a visible operation or later
// in the segment that this begins: from there on its thread computes with `variable`, its name. What it held is
// `before`, in terms of earlier names.
struct SymbolicLocal {
  std::uint32_t operation = 0;  // index into Trace::operations; kNoOperation before the first of the thread
  std::uint32_t local = 0;      // its number in the thread; those of a function that calls itself share them
  symbolic::ExprId before;
  symbolic::ExprId variable;
  std::int64_t value = 0;

  static constexpr std::uint32_t kNoOperation = UINT32_MAX;

  friend bool operator==(const SymbolicLocal&, const SymbolicLocal&) = default;
};

// Where a thread has come to a visible operation (SymbolicValues::kInputsReadsAndLocals; models only). What it does
// from here on is a function of `control` and of the values of the names that its local variables get here.
struct ControlPoint {
  std::uint32_t at = 0;  // index into Trace::operations of what comes next, of whatever thread
  ThreadId thread;
  std::uint32_t first_name = 0;  // into Trace::locals
  std::uint32_t names = 0;
  base::Hash128 control;  // the place in the code, the operation, how many inputs the thread has taken

  friend bool operator==(const ControlPoint&, const ControlPoint&) = default;
};

// An access to memory that was no step of its own, or an atomic one: what a thread did in the *segment* that follows
// one of its steps. Recorded on demand, for memory that several threads access.
struct Access {
  enum class Kind : std::uint8_t { kRead, kWrite, kAtomicRead, kAtomicWrite };

  std::uint64_t address = 0;
  std::uint64_t size = 0;  // 0: behind a join, to what is no memory, or by code that is not seen; see AccessLog::other
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
  bool refines = false;           // it has shown that operations must be steps that were none: Executor::refine

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

  // Did the runs do the same? What was recorded of their accesses, and what others need not find out again, does not
  // matter.
  friend bool operator==(const Trace& a, const Trace& b) {
    return a.operations == b.operations && a.pending == b.pending && a.failures == b.failures &&
           a.expressions == b.expressions && a.locals == b.locals && a.controls == b.controls &&
           a.outcome == b.outcome && a.diverged_at == b.diverged_at;
  }
};

// Did the run go on to its own end: has everything happened that could happen?
bool ended_by_itself(Outcome outcome);
std::string_view name(Outcome outcome);
std::string_view name(FailureKind kind);
std::string_view name(Pending::Why why);
bool parse_outcome(std::string_view text, Outcome& outcome);
bool parse_failure_kind(std::string_view text, FailureKind& kind);
bool parse_why(std::string_view text, Pending::Why& why);

// The test that runs exactly this trace again: its steps as schedule, its inputs, nothing left to the policy.
Test test_of(const Trace& trace, std::uint32_t depth);

}  // namespace heddle::trace
