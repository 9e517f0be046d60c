#include <pthread.h>
#include <threads.h>

#include <cerrno>
#include <cstdint>

#include "abi/symbolic.h"
#include "runtime/sync/objects.h"

// C11 threads, in terms of POSIX threads: the types have the same size and static initialisers.

namespace {

int result_of(int error) {
  switch (error) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ENOMEM: return thrd_nomem;
    case ETIMEDOUT: return thrd_timedout;
    default: return thrd_error;
  }
}

auto* posix(mtx_t* mutex) { return reinterpret_cast<pthread_mutex_t*>(mutex); }
auto* posix(cnd_t* condition) { return reinterpret_cast<pthread_cond_t*>(condition); }
static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t) && sizeof(cnd_t) == sizeof(pthread_cond_t));

}  // namespace

extern "C" {

// The function's int is returned in the low half of the register for pointers.
int thrd_create(thrd_t* thread, thrd_start_t function, void* argument) {
  auto* const same = reinterpret_cast<void*>(function);
  return result_of(pthread_create(thread, nullptr, reinterpret_cast<void* (*)(void*)>(same), argument));
}

int thrd_join(thrd_t thread, int* result) {
  void* value = nullptr;
  const int error = pthread_join(thread, &value);
  if (result != nullptr) {
    *result = static_cast<int>(reinterpret_cast<std::intptr_t>(value));
    __heddle_sym_copy(result, &value, sizeof *result);
  }
  return result_of(error);
}

thrd_t thrd_current(void) { return pthread_self(); }
int thrd_detach(thrd_t thread) { return result_of(pthread_detach(thread)); }
void thrd_yield(void) {}
void thrd_exit(int result) { pthread_exit(reinterpret_cast<void*>(static_cast<std::intptr_t>(result))); }

int thrd_sleep(const timespec* time, timespec* remaining) {
  if (remaining != nullptr) *remaining = {};
  return nanosleep(time, nullptr) == 0 ? 0 : -2;
}

int mtx_init(mtx_t* mutex, int type) {
  if ((type & ~(mtx_recursive | mtx_timed)) != 0) return thrd_error;
  heddle::runtime::make_object(mutex);
  *posix(mutex) = {};
  posix(mutex)->__data.__kind = (type & mtx_recursive) != 0 ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
  return thrd_success;
}
void mtx_destroy(mtx_t* mutex) { pthread_mutex_destroy(posix(mutex)); }
int mtx_lock(mtx_t* mutex) { return result_of(pthread_mutex_lock(posix(mutex))); }
int mtx_trylock(mtx_t* mutex) { return result_of(pthread_mutex_trylock(posix(mutex))); }
int mtx_timedlock(mtx_t* mutex, const timespec* until) {
  return result_of(pthread_mutex_timedlock(posix(mutex), until));
}
int mtx_unlock(mtx_t* mutex) { return result_of(pthread_mutex_unlock(posix(mutex))); }

int cnd_init(cnd_t* condition) { return result_of(pthread_cond_init(posix(condition), nullptr)); }
void cnd_destroy(cnd_t* condition) { pthread_cond_destroy(posix(condition)); }
int cnd_signal(cnd_t* condition) { return result_of(pthread_cond_signal(posix(condition))); }
int cnd_broadcast(cnd_t* condition) { return result_of(pthread_cond_broadcast(posix(condition))); }
int cnd_wait(cnd_t* condition, mtx_t* mutex) { return result_of(pthread_cond_wait(posix(condition), posix(mutex))); }
int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* until) {
  return result_of(pthread_cond_timedwait(posix(condition), posix(mutex), until));
}
}
