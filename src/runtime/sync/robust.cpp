#include "runtime/sync/robust.h"

#include <cerrno>

#include "runtime/anchor.h"
#include "runtime/sync/objects.h"

namespace heddle::runtime {

namespace {

constexpr int kRobust = 16;  // in pthread_mutex_t::__data.__kind, in addition to the kind

// In __owner.
enum State : int {
  kGood = 0,
  kLeft = 1,  // its owner has ended, and nobody has marked it consistent
  kLost = 2,  // nor before it was unlocked: nobody can acquire it any more
};

bool is_robust(const pthread_mutex_t* mutex) { return (mutex->__data.__kind & kRobust) != 0; }

// The mutexes that a thread holds form a list.
pthread_mutex_t* next(const pthread_mutex_t* mutex) {
  return reinterpret_cast<pthread_mutex_t*>(mutex->__data.__list.__next);
}
void set_next(pthread_mutex_t* mutex, pthread_mutex_t* other) {
  mutex->__data.__list.__next = reinterpret_cast<__pthread_internal_list*>(other);
}

void remove(ThreadState& self, pthread_mutex_t* mutex) {
  if (self.robust_mutexes == mutex) {
    self.robust_mutexes = next(mutex);
    return;
  }
  for (pthread_mutex_t* held = self.robust_mutexes; held != nullptr; held = next(held)) {
    if (next(held) == mutex) set_next(held, next(mutex));
  }
}

void release(pthread_mutex_t* mutex) { let_go(mutex, location_of_mutex(mutex)); }

}  // namespace

void make_robust(pthread_mutex_t* mutex) { mutex->__data.__kind |= kRobust; }

// That the mutex is in use is recorded where the C library counts its users; until the step.
void let_go(pthread_mutex_t* mutex, trace::LocationId location) {
  change_object(&mutex->__data.__nusers);
  runtime().scheduler.step(trace::OpKind::kUnlock, location, nullptr);
  mutex->__data.__nusers = 0;
}

int locked(pthread_mutex_t* mutex) {
  change_object(&mutex->__data.__nusers);
  mutex->__data.__nusers = mark_of(mutex);
  if (!is_robust(mutex)) return 0;
  runtime().symbolic.not_followed("whether a robust mutex was left");
  if (mutex->__data.__owner == kLost) {
    release(mutex);
    return ENOTRECOVERABLE;
  }
  ThreadState& self = runtime().scheduler.current();
  set_next(mutex, self.robust_mutexes);
  self.robust_mutexes = mutex;
  return mutex->__data.__owner == kLeft ? EOWNERDEAD : 0;
}

void unlocks(pthread_mutex_t* mutex) {
  if (!is_robust(mutex)) return;
  remove(runtime().scheduler.current(), mutex);
  if (mutex->__data.__owner == kLeft) mutex->__data.__owner = kLost;
}

void leave_robust_mutexes(ThreadState& self) {
  while (self.robust_mutexes != nullptr) {
    pthread_mutex_t* const mutex = self.robust_mutexes;
    self.robust_mutexes = next(mutex);
    use_object(mutex);
    mutex->__data.__count = 0;
    mutex->__data.__owner = kLeft;
    release(mutex);
  }
}

}  // namespace heddle::runtime

extern "C" int pthread_mutex_consistent(pthread_mutex_t* mutex) {
  using heddle::runtime::kGood;
  if (mutex->__data.__owner != heddle::runtime::kLeft || !heddle::runtime::holds(mutex)) return EINVAL;
  mutex->__data.__owner = kGood;
  return 0;
}
