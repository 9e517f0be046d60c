#include <pthread.h>

#include <cerrno>
#include <ctime>

#include "runtime/anchor.h"
#include "runtime/failures/failures.h"
#include "runtime/schedule/spin.h"
#include "runtime/schedule/virtual_time.h"
#include "runtime/sync/objects.h"

// Condition variables. The waiting threads are the state of the location; their mutex and the clock are kept in the
// program's own pthread_cond_t. A wait is four steps: see trace::OpKind.

namespace heddle::runtime {

namespace {

using trace::FailureKind;
using trace::OpKind;

constexpr std::uint32_t kDestroyed = 0x5eadc04d;

// All zero after static initialisation.
struct __attribute__((may_alias)) Condition {
  std::uint32_t destroyed;
  std::int32_t clock;  // CLOCK_REALTIME is 0
  const pthread_mutex_t* mutex;
  std::uint32_t mark;  // while some thread waits: objects.h
  std::uint32_t made;  // the same, from pthread_cond_init to pthread_cond_destroy
};
static_assert(sizeof(Condition) <= sizeof(pthread_cond_t) && CLOCK_REALTIME == 0);

Condition& object(pthread_cond_t* condition) { return *reinterpret_cast<Condition*>(condition); }

trace::LocationId location_of(const pthread_cond_t* condition) {
  return runtime().locations.of(abi::LocationKind::kCondition, condition);
}

// A step on the condition variable. It is inspected only then: its order with the destruction is explored.
const trace::Operation& step_on(pthread_cond_t* condition, OpKind kind) {
  use_object(condition);
  const trace::Operation& op = runtime().scheduler.step(kind, location_of(condition), nullptr);
  check_object(condition);
  if (is_unwritten(object(condition).destroyed))
    fail(FailureKind::kSyncMisuse, nullptr, "use of a condition variable that has not been initialised");
  if (object(condition).destroyed == kDestroyed)
    fail(FailureKind::kSyncMisuse, nullptr, "use of a condition variable that has been destroyed");
  if (is_copy(condition, object(condition).mark))
    fail(FailureKind::kSyncMisuse, nullptr, "use of a copy of a condition variable on which threads waited");
  return op;
}

void set_mark(pthread_cond_t* condition, std::uint32_t mark) {
  if (object(condition).mark == mark) return;
  change_object(&object(condition).mark);
  object(condition).mark = mark;
}

// For the last waiting thread.
void leave(pthread_cond_t* condition, trace::LocationId location) {
  leave_object(condition, location);
  Runtime& rt = runtime();
  if (!rt.locations.record(location).destroyed && rt.locations.state(location).state == 0) set_mark(condition, 0);
}

// The mutex at the start and the end of a wait: all levels of a recursive one.
unsigned release(pthread_mutex_t* mutex) {
  const unsigned levels = mutex->__data.__count;
  mutex->__data.__count = 0;
  unlock(mutex);
  return levels;
}
int acquire_again(pthread_mutex_t* mutex, unsigned levels) {
  const int result = lock(mutex);
  mutex->__data.__count = levels;
  return result;
}

int wait(pthread_cond_t* condition, pthread_mutex_t* mutex, const Deadline& deadline) {
  Runtime& rt = runtime();
  if (!rt.scheduler.running()) rt.constructors.belongs_to_run();
  if (!rt.scheduler.running()) return deadline.until != nullptr ? ETIMEDOUT : 0;
  if (!deadline.is_valid()) return EINVAL;
  cancellation_point();
  const trace::LocationId location = location_of(condition);
  if (!holds(mutex))
    fail(FailureKind::kLockMisuse, nullptr, "waiting on a condition variable without holding the mutex");
  Thread& self = rt.scheduler.current();
  const Pause pause(self);
  const trace::Operation& entered = step_on(condition, OpKind::kWait);
  if (entered.before != 0 && object(condition).mutex != mutex)
    fail(FailureKind::kSyncMisuse, nullptr, "threads wait on one condition variable with different mutexes");
  object(condition).mutex = mutex;
  set_mark(condition, mark_of(condition));
  const unsigned levels = release(mutex);

  const bool timed = deadline.until != nullptr;
  const bool cancellable = !timed && waits_for_cancellation();
  bool gave_up = false;
  if (timed || cancellable || rt.channel->settings.spurious_wakeups) {
    const trace::Operation& left = rt.scheduler.step(OpKind::kTimedWake, location, nullptr);
    gave_up = left.effect == trace::Effect::kModify;
  } else {
    rt.scheduler.step(OpKind::kWake, location, nullptr);
  }
  leave(condition, location);
  const bool was_cancelled = cancellable && gave_up && !rt.channel->settings.spurious_wakeups;
  if (was_cancelled) must_be_cancelled();
  const int locked = acquire_again(mutex, levels);
  if (was_cancelled) unwind_thread(PTHREAD_CANCELED);
  if (!gave_up || locked != 0) return locked;
  pause.was_in_vain(self, location_of_mutex(mutex));
  if (!timed) return 0;  // a spurious wake-up
  advance_to(deadline.clock, *deadline.until);
  return ETIMEDOUT;
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::Deadline;
using heddle::runtime::runtime;
using heddle::trace::OpKind;

extern "C" {

int pthread_cond_init(pthread_cond_t* condition, const pthread_condattr_t* attributes) {
  const std::uint32_t mark = heddle::runtime::mark_of(condition);
  auto& object = heddle::runtime::object(condition);
  heddle::runtime::make_object(condition);
  heddle::runtime::check_new(object.made == mark, object.mark == mark, "condition variable", "threads wait on");
  *condition = {};
  object.made = mark;
  clockid_t clock = CLOCK_REALTIME;
  if (attributes != nullptr) pthread_condattr_getclock(attributes, &clock);
  object.clock = clock;
  return 0;
}

int pthread_cond_destroy(pthread_cond_t* condition) {
  if (runtime().scheduler.running()) {
    const auto& op = heddle::runtime::step_on(condition, OpKind::kDestroy);
    heddle::runtime::destroy_object(op.location);
    if (op.before != 0)
      heddle::runtime::fail(heddle::trace::FailureKind::kSyncMisuse, nullptr,
                            "destruction of a condition variable on which threads wait");
  }
  heddle::runtime::object(condition).destroyed = heddle::runtime::kDestroyed;
  heddle::runtime::object(condition).made = 0;
  return 0;
}

int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return heddle::runtime::wait(condition, mutex, {});
}

int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until) {
  const Deadline deadline{.clock = heddle::runtime::object(condition).clock, .until = until};
  return heddle::runtime::wait(condition, mutex, deadline);
}

int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* until) {
  return heddle::runtime::wait(condition, mutex, {.clock = clock, .until = until});
}

int pthread_cond_signal(pthread_cond_t* condition) {
  if (!runtime().scheduler.running()) return 0;
  heddle::runtime::step_on(condition, OpKind::kSignal);
  return 0;
}

int pthread_cond_broadcast(pthread_cond_t* condition) {
  if (!runtime().scheduler.running()) return 0;
  heddle::runtime::step_on(condition, OpKind::kBroadcast);
  return 0;
}
}
