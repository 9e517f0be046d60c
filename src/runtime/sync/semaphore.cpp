#include <fcntl.h>
#include <semaphore.h>

#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdint>

#include "runtime/anchor.h"
#include "runtime/failures/failures.h"
#include "runtime/schedule/virtual_time.h"
#include "runtime/sync/objects.h"

// POSIX semaphores. The count is the state of the location, which begins with the value given to sem_init. That value
// is kept in the program's own sem_t, with the generation: a semaphore created where another one was is a new location.

namespace heddle::runtime {

namespace {

using trace::Effect;
using trace::FailureKind;
using trace::OpKind;

constexpr std::uint32_t kInitialised = 0x5e3a9043;
constexpr std::uint32_t kDestroyed = 0x5ead9043;

struct __attribute__((may_alias)) Semaphore {
  std::uint32_t mark;
  std::uint32_t generation;
  std::int64_t initial;
  std::uint32_t place;  // mark_of: objects.h
};
static_assert(sizeof(Semaphore) <= sizeof(sem_t));

Semaphore& object(sem_t* semaphore) { return *reinterpret_cast<Semaphore*>(semaphore); }

bool is_made(sem_t* semaphore) {
  return object(semaphore).mark == kInitialised && object(semaphore).place == mark_of(semaphore);
}

trace::LocationId location_of(sem_t* semaphore) {
  const Semaphore& s = object(semaphore);
  if (s.mark != kInitialised && s.mark != kDestroyed)
    fail(FailureKind::kSyncMisuse, nullptr, "use of a semaphore that has not been initialised");
  if (is_copy(semaphore, s.place)) fail(FailureKind::kSyncMisuse, nullptr, "use of a copy of a semaphore");
  return runtime().locations.of(abi::LocationKind::kSemaphore, semaphore, 0, s.initial, s.generation);
}

// A step on the semaphore. Whether it has been destroyed is checked only then: the order of the two is explored.
const trace::Operation& step_on(sem_t* semaphore, OpKind kind) {
  use_object(semaphore);
  const trace::Operation& op = runtime().scheduler.step(kind, location_of(semaphore), nullptr);
  check_object(semaphore);
  if (object(semaphore).mark == kDestroyed)
    fail(FailureKind::kSyncMisuse, nullptr, "use of a semaphore that has been destroyed");
  return op;
}

int with_error(int error) {
  errno = error;
  return -1;
}

// Outside runs the count is that of the initialisation.
int take_outside(Semaphore& s, int busy) {
  if (s.initial == 0) runtime().constructors.belongs_to_run();
  if (s.initial == 0) return with_error(busy);
  --s.initial;
  return 0;
}

int try_wait(sem_t* semaphore, int busy) {
  Runtime& rt = runtime();
  if (!rt.scheduler.running()) return take_outside(object(semaphore), busy);
  const trace::Operation& op = step_on(semaphore, OpKind::kSemTryWait);
  return op.effect == Effect::kModify ? 0 : with_error(busy);
}

int timed_wait(sem_t* semaphore, const Deadline& deadline) {
  if (!deadline.is_valid()) return with_error(EINVAL);
  if (runtime().scheduler.running()) cancellation_point();
  const int result = try_wait(semaphore, ETIMEDOUT);
  if (result != 0) advance_to(deadline.clock, *deadline.until);
  return result;
}

int wait(sem_t* semaphore) {
  Runtime& rt = runtime();
  if (!rt.scheduler.running()) return take_outside(object(semaphore), EAGAIN);
  cancellation_point();
  if (!waits_for_cancellation()) {
    step_on(semaphore, OpKind::kSemWait);
    return 0;
  }
  if (step_on(semaphore, OpKind::kSemTryWait).effect == Effect::kModify) return 0;
  must_be_cancelled();
  unwind_thread(PTHREAD_CANCELED);
}

}  // namespace

void init_semaphore(sem_t* semaphore, unsigned value) {
  Runtime& rt = runtime();
  std::uint32_t generation = 0;
  if (rt.scheduler.running()) {
    const auto is_used = [&] {
      return !rt.locations.is_fresh(
          rt.locations.of(abi::LocationKind::kSemaphore, semaphore, 0, static_cast<std::int64_t>(value), generation));
    };
    while (is_used()) ++generation;
  }
  object(semaphore) = {kInitialised, generation, static_cast<std::int64_t>(value), mark_of(semaphore)};
}

}  // namespace heddle::runtime

using heddle::runtime::runtime;
using heddle::trace::OpKind;

extern "C" {

int sem_init(sem_t* semaphore, int /*shared*/, unsigned value) {
  if (value > static_cast<unsigned>(SEM_VALUE_MAX)) return heddle::runtime::with_error(EINVAL);
  heddle::runtime::make_object(semaphore);
  heddle::runtime::check_new(heddle::runtime::is_made(semaphore), false, "semaphore", "");
  heddle::runtime::init_semaphore(semaphore, value);
  return 0;
}

// include/cxx/semaphore.
void __heddle_make_semaphore(sem_t* semaphore, unsigned value) {
  if (!heddle::runtime::is_made(semaphore)) heddle::runtime::init_semaphore(semaphore, value);
}

// Waiting threads are pending at the location, not in its state; a thread that destroys it could not know about them.
int sem_destroy(sem_t* semaphore) {
  if (runtime().scheduler.running()) heddle::runtime::step_on(semaphore, OpKind::kDestroy);
  heddle::runtime::object(semaphore).mark = heddle::runtime::kDestroyed;
  return 0;
}

int sem_wait(sem_t* semaphore) { return heddle::runtime::wait(semaphore); }
int sem_trywait(sem_t* semaphore) { return heddle::runtime::try_wait(semaphore, EAGAIN); }

int sem_timedwait(sem_t* semaphore, const timespec* until) {
  return heddle::runtime::timed_wait(semaphore, {.clock = CLOCK_REALTIME, .until = until});
}
int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* until) {
  return heddle::runtime::timed_wait(semaphore, {.clock = clock, .until = until});
}

int sem_post(sem_t* semaphore) {
  auto& rt = runtime();
  if (!rt.scheduler.running()) {
    ++heddle::runtime::object(semaphore).initial;
    return 0;
  }
  heddle::runtime::step_on(semaphore, OpKind::kSemPost);
  return 0;
}

int sem_getvalue(sem_t* semaphore, int* value) {
  auto& rt = runtime();
  if (!rt.scheduler.running()) {
    *value = static_cast<int>(heddle::runtime::object(semaphore).initial);
    return 0;
  }
  const auto& op = heddle::runtime::step_on(semaphore, OpKind::kInspect);
  *value = static_cast<int>(op.before);
  return 0;
}

// --- named ones: the table is in the runtime, and a separate lock orders what threads do with names.

sem_t* sem_open(const char* name, int flags, ...) {
  unsigned value = 0;
  if ((flags & O_CREAT) != 0) {
    va_list arguments;
    va_start(arguments, flags);
    (void)va_arg(arguments, mode_t);
    value = va_arg(arguments, unsigned);
    va_end(arguments);
  }
  const heddle::runtime::NamedSemaphores::Guard guard(runtime().named_semaphores);
  const bool create = (flags & O_CREAT) != 0;
  int error = 0;
  sem_t* const found = runtime().named_semaphores.open(name, create, create && (flags & O_EXCL) != 0, value, error);
  if (found != nullptr) return found;
  errno = error;
  return SEM_FAILED;
}

int sem_close(sem_t* semaphore) {
  const heddle::runtime::NamedSemaphores::Guard guard(runtime().named_semaphores);
  return runtime().named_semaphores.close(semaphore) ? 0 : heddle::runtime::with_error(EINVAL);
}

int sem_unlink(const char* name) {
  const heddle::runtime::NamedSemaphores::Guard guard(runtime().named_semaphores);
  return runtime().named_semaphores.unlink(name) ? 0 : heddle::runtime::with_error(ENOENT);
}
}
