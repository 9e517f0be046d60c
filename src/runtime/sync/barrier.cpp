#include <pthread.h>

#include <bit>
#include <cerrno>
#include <cstdint>

#include "runtime/anchor.h"
#include "runtime/failures/failures.h"
#include "runtime/sync/objects.h"
#include "trace/semantics.h"

// Barriers. The threads that have arrived are the state of the location; the size of the group is kept in the program's
// own pthread_barrier_t, after a mark of the initialisation that a barrier must have had.

namespace heddle::runtime {

namespace {

using trace::FailureKind;
using trace::OpKind;

constexpr std::uint32_t kInitialised = 0xba441e4a;
constexpr std::uint32_t kDestroyed = 0x5ead441e;

struct __attribute__((may_alias)) Barrier {
  std::uint32_t mark;
  std::uint32_t group;
  std::uint32_t place;   // mark_of: objects.h
  trace::Waiters users;  // the threads that have arrived, in any group
};
static_assert(sizeof(Barrier) <= sizeof(pthread_barrier_t));

Barrier& object(pthread_barrier_t* barrier) { return *reinterpret_cast<Barrier*>(barrier); }

bool is_made(pthread_barrier_t* barrier) {
  return object(barrier).mark == kInitialised && object(barrier).place == mark_of(barrier);
}

trace::LocationId location_of(pthread_barrier_t* barrier) {
  const std::uint32_t mark = object(barrier).mark;
  if (mark != kInitialised && mark != kDestroyed)
    fail(FailureKind::kSyncMisuse, nullptr, "use of a barrier that has not been initialised");
  if (is_copy(barrier, object(barrier).place)) fail(FailureKind::kSyncMisuse, nullptr, "use of a copy of a barrier");
  return runtime().locations.of(abi::LocationKind::kBarrier, barrier);
}

// A step on the barrier. Whether it has been destroyed is checked after the step: the order of the two is explored.
const trace::Operation& step_on(pthread_barrier_t* barrier, OpKind kind, trace::LocationId location,
                                std::int64_t operand = 0) {
  const trace::Operation& op = runtime().scheduler.step(kind, location, nullptr, operand);
  check_object(barrier);
  if (object(barrier).mark == kDestroyed)
    fail(FailureKind::kSyncMisuse, nullptr, "use of a barrier that has been destroyed");
  return op;
}

// Nobody can know in advance how many threads come. Once it is known, all arrivals are explored in order, from the
// beginning.
void count_user(Barrier& barrier, const trace::Operation& arrival) {
  Runtime& rt = runtime();
  barrier.users |= trace::waiter_bit(arrival.thread);
  if (static_cast<std::uint32_t>(std::popcount(barrier.users)) <= barrier.group) return;
  abi::LocationRecord& record = rt.locations.record(arrival.location);
  if (!record.crowded) rt.slot->start_again = true;
  rt.locations.learn(record.crowded);
}

// `looks`: at the result, which says whether the thread was the last one.
int wait_at(pthread_barrier_t* barrier, bool looks) {
  Runtime& rt = runtime();
  if (!rt.scheduler.running()) rt.constructors.belongs_to_run();
  if (!rt.scheduler.running()) return PTHREAD_BARRIER_SERIAL_THREAD;
  // The barrier is read after the access that others can race with.
  use_object(barrier);
  const trace::LocationId location = location_of(barrier);
  const bool commutes = !looks && !rt.locations.record(location).crowded;
  const trace::Arrival how = {.group = static_cast<std::int32_t>(object(barrier).group), .commutes = commutes};
  const trace::Operation& arrival = step_on(barrier, OpKind::kArrive, location, pack(how));
  const bool is_last = arrival.value == 0;
  count_user(object(barrier), arrival);
  rt.scheduler.step(OpKind::kLeave, location, nullptr);
  leave_object(barrier, location);
  return is_last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

// All of the exploration takes the barrier for one kind or the other.
void split(const void* barrier) {
  Runtime& rt = runtime();
  if (!rt.scheduler.running()) return;
  abi::LocationRecord& record = rt.locations.record(rt.locations.of(abi::LocationKind::kBarrier, barrier));
  if (!record.split) rt.slot->start_again = true;
  rt.locations.learn(record.split);
}

// Outside runs there is no gate, either.
bool is_split(const void* barrier) {
  Runtime& rt = runtime();
  return !rt.scheduler.running() || rt.locations.record(rt.locations.of(abi::LocationKind::kBarrier, barrier)).split;
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::runtime;
using heddle::trace::OpKind;

extern "C" {

int pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* /*attributes*/, unsigned count) {
  if (count == 0) return EINVAL;
  heddle::runtime::make_object(barrier);
  heddle::runtime::check_new(heddle::runtime::is_made(barrier), false, "barrier", "");
  heddle::runtime::object(barrier) = {heddle::runtime::kInitialised, count, heddle::runtime::mark_of(barrier), 0};
  return 0;
}

int pthread_barrier_destroy(pthread_barrier_t* barrier) {
  if (runtime().scheduler.running()) {
    heddle::runtime::use_object(barrier);
    const auto& op = heddle::runtime::step_on(barrier, OpKind::kDestroy, heddle::runtime::location_of(barrier));
    heddle::runtime::destroy_object(op.location);
    if (op.before != 0)
      heddle::runtime::fail(heddle::trace::FailureKind::kSyncMisuse, nullptr,
                            "destruction of a barrier at which threads wait");
  }
  heddle::runtime::object(barrier).mark = heddle::runtime::kDestroyed;
  return 0;
}

int pthread_barrier_wait(pthread_barrier_t* barrier) { return heddle::runtime::wait_at(barrier, true); }
// Calls whose result is not used: instrument/barriers.h.
int heddle_pass_barrier(pthread_barrier_t* barrier) { return heddle::runtime::wait_at(barrier, false); }

// include/cxx/barrier.
bool __heddle_is_split_barrier(const void* barrier) { return heddle::runtime::is_split(barrier); }
void __heddle_split_barrier(const void* barrier) { heddle::runtime::split(barrier); }
}
