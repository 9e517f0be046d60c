#pragma once

#include <cstdint>
#include <string_view>

#include "symbolic/ids.h"
#include "trace/ids.h"

namespace heddle::trace {

// What a thread does. A *step* is an operation at which the scheduler chooses; the others (kExit, kInput,
// kAssert, kAssume) happen inside the step before them.
//
// A condition wait is four steps: kWait (enter the queue), kUnlock, kWake (enabled once a signal has chosen this
// thread), kLock. Entering the queue before the mutex is released changes nothing for other threads, and it leaves
// every operation with at most one location. A barrier is two steps: kArrive and kLeave (enabled once the last of its
// group has arrived).
enum class OpKind : std::uint8_t {
  kCreate,  // starts thread `choice`
  kJoin,    // waits for the end of thread `choice`
  kExit,    // local: the end of a thread
  kRead,
  kWrite,
  kRmw,       // a read-modify-write that always modifies (fetch-and-add)
  kAdd,       // one that adds, and whose thread does not look at what was there: a statistics counter
  kExchange,  // stores `operand`: modifies if something else was there, observes otherwise
  kCas,       // compare-exchange with `operand`: modifies if it finds that, observes otherwise
  kAwait,     // a read that waits until what it finds satisfies `operand`, an AwaitCondition: see trace/await.h
  kAwaitRmw,  // a read-modify-write that waits in the same way: taking a lock once it is free
  kLock,
  kUnlock,
  kTryLock,   // modifies if the lock is free, observes otherwise
  kReadLock,  // of a readers-writer lock
  kTryReadLock,
  kReadUnlock,
  kWriteLock,
  kTryWriteLock,
  kWriteUnlock,
  kWait,
  kWake,
  kTimedWake,  // leaves the queue if no signal has chosen this thread yet (it modifies, and the wait has timed out)
  kSignal,     // wakes thread `choice`, one of the waiting threads; observes if none waits
  kBroadcast,  // observes if no thread waits
  kSemWait,
  kSemTryWait,
  kSemPost,
  kInspect,  // reads the state of a synchronisation object: sem_getvalue
  kDestroy,  // the end of a synchronisation object: ordered with every operation on it, but does not change its state
  kLook,     // reads the state of a system object: a file, the directory tree
  kChange,   // may change one, possibly by reading from it: a pipe
  kArrive,   // see Arrival
  kLeave,
  kChoose,  // an input from a small domain, all of whose values are tried: the value is low + `choice`
  kInput,   // local: an input without a domain
  kBranch,  // a decision on a symbolic value: `choice` is its value in this run; see Branch
  kAssert,  // local: `value` is the truth of the condition
  kAssume,  // local: the same
};
inline constexpr int kOpKindCount = static_cast<int>(OpKind::kAssume) + 1;

// What one execution of an operation did to its location. Two operations of different threads are dependent
// if they have the same location and one of them modifies it.
enum class Effect : std::uint8_t { kNone, kObserve, kModify };

inline constexpr std::int32_t kNoChoice = -1;

// One executed (or pending) operation. The state of a location is one number (see trace/semantics.h);
// `before` and `value` are that state before and after. A pending operation has no `before`, `value`, effect.
struct Operation {
  OpKind kind = OpKind::kExit;
  Effect effect = Effect::kNone;
  ThreadId thread;
  LocationId location;  // none for operations of the thread alone
  PlaceId place;
  std::int32_t choice = kNoChoice;  // which of several outcomes: see OpKind
  std::int64_t operand = 0;         // kCas: the expected value; kExchange: the new one; kAdd: the size of the cell
                                    // in bytes; kArrive: see Arrival;
                                    // kRmw: 0, or a Count;
                                    // kChoose: the domain; kBranch: see Branch;
                                    // kAwait, kAwaitRmw: see AwaitCondition
  std::int64_t before = 0;
  std::int64_t value = 0;

  friend bool operator==(const Operation&, const Operation&) = default;
};

std::string_view name(OpKind kind);
// The inverse of name(); false if there is no such kind.
bool parse_kind(std::string_view text, OpKind& kind);

// Does the scheduler choose here?
constexpr bool is_step(const Operation& op) {
  return op.kind != OpKind::kExit && op.kind != OpKind::kInput && op.kind != OpKind::kAssert &&
         op.kind != OpKind::kAssume;
}

// The domain of a kChoose, packed into its operand.
struct Domain {
  std::int32_t low = 0;
  std::int32_t high = 0;
};
constexpr std::int64_t pack(Domain d) {
  return static_cast<std::int64_t>(static_cast<std::uint32_t>(d.low)) |
         static_cast<std::int64_t>(static_cast<std::uint64_t>(static_cast<std::uint32_t>(d.high)) << 32);
}
constexpr Domain unpack_domain(std::int64_t operand) {
  return {static_cast<std::int32_t>(operand & 0xffffffff), static_cast<std::int32_t>(operand >> 32)};
}

// How a thread arrives at a barrier, packed into the operand of a kArrive. The order of arrivals does not matter if no
// thread looks at whether it was the last one of its group, and no more threads come than the group has: then it is
// always the same ones that leave together.
struct Arrival {
  std::int32_t group = 0;  // its size
  bool commutes = false;
};
constexpr std::int64_t pack(Arrival a) {
  return static_cast<std::int64_t>(static_cast<std::uint32_t>(a.group)) | (static_cast<std::int64_t>(a.commutes) << 32);
}
constexpr Arrival unpack_arrival(std::int64_t operand) {
  return {static_cast<std::int32_t>(operand & 0xffffffff), (operand >> 32) != 0};
}

// What the thread of a kRmw looks at that adds a number: only whether the sum is `end`. A reference count is used like
// this. Packed into the operand, which is never 0 then. See trace/counts.h.
struct Count {
  std::int32_t end = 0;
  bool is_even = false;   // may it commute with other additions to this location at all?
  bool commutes = false;  // does it, where it was executed?
};
constexpr std::int64_t pack(Count c) {
  return (static_cast<std::int64_t>(c.end) << 32) | (c.commutes ? 4 : 0) | (c.is_even ? 2 : 0) | 1;
}
constexpr Count unpack_count(std::int64_t operand) {
  return {static_cast<std::int32_t>(operand >> 32), (operand & 2) != 0, (operand & 4) != 0};
}
constexpr bool is_count(OpKind kind, std::int64_t operand) { return kind == OpKind::kRmw && operand != 0; }
constexpr bool is_count(const Operation& op) { return is_count(op.kind, op.operand); }

// Which values of the expression of a kBranch are tried.
enum class BranchMode : std::uint8_t {
  kExplore,  // all that are possible
  kAssume,   // all except 0: a false assumption ends the thread, and is of no interest
  kFix,      // only those that happen to occur: the program continues with this concrete value
};

// The decision of a kBranch, packed into its operand: an expression of at most 32 bits in the Expressions of the
// executor, and what is tried. The thread's history determines the expression, because a decision fixes everything that
// the thread does with concrete values after it.
struct Branch {
  symbolic::ExprId expression;
  BranchMode mode = BranchMode::kExplore;
};
constexpr std::int64_t pack(Branch b) {
  return static_cast<std::int64_t>(b.expression.value) | (static_cast<std::int64_t>(b.mode) << 32);
}
constexpr Branch unpack_branch(std::int64_t operand) {
  return {symbolic::ExprId(static_cast<std::size_t>(operand & 0xffffffff)), static_cast<BranchMode>(operand >> 32)};
}

}  // namespace heddle::trace
