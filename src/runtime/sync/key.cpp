#include <pthread.h>
#include <threads.h>

#include <cerrno>

#include "runtime/anchor.h"

// Thread-specific values: pthread_key_create and the like, and those of C11.

using heddle::runtime::runtime;

extern "C" {

int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) {
  const int created = runtime().keys.create(destructor);
  if (created < 0) return EAGAIN;
  *key = static_cast<pthread_key_t>(created);
  return 0;
}

int pthread_key_delete(pthread_key_t key) { return runtime().keys.remove(key) ? 0 : EINVAL; }

void* pthread_getspecific(pthread_key_t key) { return runtime().keys.get(runtime().current_thread(), key); }

int pthread_setspecific(pthread_key_t key, const void* value) {
  return runtime().keys.set(runtime().current_thread(), key, const_cast<void*>(value)) ? 0 : EINVAL;
}

int tss_create(tss_t* key, tss_dtor_t destructor) {
  return pthread_key_create(key, destructor) == 0 ? thrd_success : thrd_error;
}
void tss_delete(tss_t key) { pthread_key_delete(key); }
void* tss_get(tss_t key) { return pthread_getspecific(key); }
int tss_set(tss_t key, void* value) { return pthread_setspecific(key, value) == 0 ? thrd_success : thrd_error; }
}
