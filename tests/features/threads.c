#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "feature.h"

/* Values that go from thread to thread, and the thread functions themselves. */

static int shared;
static void* give_back(void* argument) { return argument; }
static void* read_by_pointer(void* argument) { return (void*)(intptr_t)(*(int*)argument + 1); }
static void* read_shared(void* argument) {
  (void)argument;
  return (void*)(intptr_t)shared;
}

FEATURE(argument_and_result) {
  pthread_t t;
  void* r;
  pthread_create(&t, NULL, give_back, (void*)(intptr_t)x);
  pthread_join(t, &r);
  return (intptr_t)r;
}
FEATURE(argument_by_pointer) {
  pthread_t t;
  void* r;
  int y = x;
  pthread_create(&t, NULL, read_by_pointer, &y);
  pthread_join(t, &r);
  return (intptr_t)r;
}
FEATURE(shared_variable) {
  pthread_t t;
  void* r;
  shared = x;
  pthread_create(&t, NULL, read_shared, NULL);
  pthread_join(t, &r);
  return (intptr_t)r;
}
static void* leave_with(void* argument) { pthread_exit(argument); }
FEATURE(pthread_exit_value) {
  pthread_t t;
  void* r;
  pthread_create(&t, NULL, leave_with, (void*)(intptr_t)x);
  pthread_join(t, &r);
  return (intptr_t)r;
}
static int add_one(void* argument) { return *(int*)argument + 1; }
FEATURE(thrd_result) {
  thrd_t t;
  int r;
  thrd_create(&t, add_one, &x);
  thrd_join(t, &r);
  return r;
}
static int leave_thread(void* argument) { thrd_exit(*(int*)argument); }
FEATURE(thrd_exit_value) {
  thrd_t t;
  int r;
  thrd_create(&t, leave_thread, &x);
  thrd_join(t, &r);
  return r;
}
FEATURE(key_value) {
  pthread_key_t key;
  pthread_key_create(&key, NULL);
  pthread_setspecific(key, (void*)(intptr_t)x);
  return (intptr_t)pthread_getspecific(key);
}
static void keep_value(void* value) { shared = (int)(intptr_t)value; }
static void* set_key(void* argument) {
  pthread_key_t key;
  pthread_key_create(&key, keep_value);
  pthread_setspecific(key, argument);
  return NULL;
}
FEATURE(key_destructor) {
  pthread_t t;
  pthread_create(&t, NULL, set_key, (void*)(intptr_t)(x + 1));
  pthread_join(t, NULL);
  return shared;
}
FEATURE(tss_value) {
  tss_t key;
  tss_create(&key, NULL);
  tss_set(key, (void*)(intptr_t)x);
  return (intptr_t)tss_get(key);
}
static void* run_cleanup(void* argument) {
  pthread_cleanup_push(keep_value, argument);
  pthread_cleanup_pop(1);
  return NULL;
}
FEATURE(cleanup_handler) {
  pthread_t t;
  pthread_create(&t, NULL, run_cleanup, (void*)(intptr_t)(x + 1));
  pthread_join(t, NULL);
  return shared;
}
FEATURE(lock_per_bucket) {
  static pthread_mutex_t locks[8] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                     PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                     PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
  pthread_mutex_lock(&locks[x]);
  long r = pthread_mutex_trylock(&locks[3]) == 0;
  pthread_mutex_unlock(&locks[x]);
  return r;
}
FEATURE(semaphore_value) {
  sem_t s;
  sem_init(&s, 0, (unsigned)x);
  int value;
  sem_getvalue(&s, &value);
  return value;
}
FEATURE(semaphore_per_bucket) {
  static sem_t s[8];
  for (int i = 0; i < 8; ++i) sem_init(&s[i], 0, 0);
  sem_post(&s[x]);
  return sem_trywait(&s[4]) == 0;
}
FEATURE(condition_per_bucket) {
  static pthread_cond_t c[8];
  for (int i = 0; i < 8; ++i) pthread_cond_init(&c[i], NULL);
  pthread_cond_signal(&c[x]);
  return x;
}
FEATURE(barrier_count) {
  pthread_barrier_t b;
  return pthread_barrier_init(&b, NULL, (unsigned)x) == 0;
}
FEATURE(number_of_threads) {
  pthread_t t[8];
  shared = 1;
  for (int i = 0; i < (x & 3); ++i) pthread_create(&t[i], NULL, read_shared, NULL);
  long sum = 0;
  for (int i = 0; i < (x & 3); ++i) {
    void* r;
    pthread_join(t[i], &r);
    sum += (intptr_t)r;
  }
  return sum;
}
FEATURE(array_of_threads) {
  const int n = x & 3;
  pthread_t* t = malloc((size_t)n * sizeof *t);
  shared = 1;
  for (int i = 0; i < n; ++i) pthread_create(&t[i], NULL, read_shared, NULL);
  for (int i = 0; i < n; ++i) pthread_join(t[i], NULL);
  free(t);
  return n;
}
FEATURE(variable_array_of_threads) {
  const int n = (x & 3) + 1;
  pthread_t t[n];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], NULL, give_back, (void*)(intptr_t)i);
  long sum = 0;
  for (int i = 0; i < n; ++i) {
    void* r;
    pthread_join(t[i], &r);
    sum += (intptr_t)r;
  }
  return sum;
}
static void* (*const functions[2])(void*) = {give_back, read_by_pointer};
FEATURE(function_of_thread) {
  pthread_t t;
  void* r;
  pthread_create(&t, NULL, functions[x & 1], &x);
  pthread_join(t, &r);
  return r == (void*)&x;
}
FEATURE(thread_joined_by_index) {
  pthread_t t[2];
  void* r;
  pthread_create(&t[0], NULL, give_back, (void*)4);
  pthread_create(&t[1], NULL, give_back, (void*)6);
  pthread_join(t[x & 1], &r);
  return (intptr_t)r;
}
FEATURE(mutex_type) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, x == 3 ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_t m;
  pthread_mutex_init(&m, &a);
  pthread_mutex_lock(&m);
  return pthread_mutex_lock(&m);
}
FEATURE(mutex_type_is_input) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  return pthread_mutexattr_settype(&a, x) == 0;
}
FEATURE(stack_size) {
  pthread_attr_t a;
  size_t size;
  pthread_attr_init(&a);
  pthread_attr_setstacksize(&a, 65536 + 4096 * (size_t)x);
  pthread_attr_getstacksize(&a, &size);
  return (long)size;
}
FEATURE(detach_state) {
  pthread_attr_t a;
  pthread_attr_init(&a);
  return pthread_attr_setdetachstate(&a, x) == 0;
}
static pthread_once_t onces[8];
static void once_function(void) { shared += 5; }
FEATURE(once_per_bucket) {
  pthread_once(&onces[x], once_function);
  pthread_once(&onces[4], once_function);
  return shared;
}
static void* send_by_atomic(void* argument) {
  __atomic_store_n(&shared, (int)(intptr_t)argument, __ATOMIC_SEQ_CST);
  return NULL;
}
FEATURE(through_atomic) {
  pthread_t t;
  pthread_create(&t, NULL, send_by_atomic, (void*)(intptr_t)(x * 3));
  pthread_join(t, NULL);
  return __atomic_load_n(&shared, __ATOMIC_SEQ_CST);
}
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static void* send_by_condition(void* argument) {
  pthread_mutex_lock(&lock);
  shared = (int)(intptr_t)argument + 1;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&lock);
  return NULL;
}
FEATURE(through_condition) {
  pthread_t t;
  pthread_create(&t, NULL, send_by_condition, (void*)(intptr_t)x);
  pthread_mutex_lock(&lock);
  while (shared == 0) pthread_cond_wait(&ready, &lock);
  long r = shared;
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return r;
}
static _Thread_local int own;
static void* set_own(void* argument) {
  own = (int)(intptr_t)argument;
  return (void*)(intptr_t)(own + 2);
}
FEATURE(thread_local_of_thread) {
  pthread_t t;
  void* r;
  own = 1;
  pthread_create(&t, NULL, set_own, (void*)(intptr_t)x);
  pthread_join(t, &r);
  return (intptr_t)r + own;
}
static void handle(int number) { shared = number; }
NAMED(signal_number) {
  for (int i = 0; i < 8; ++i) signal(SIGRTMIN + i, handle);
  raise(SIGRTMIN + x);
  return shared == SIGRTMIN + 4;
}
static void handle_value(int number, siginfo_t* info, void* context) {
  (void)number;
  (void)context;
  shared = info->si_value.sival_int;
}
NAMED(signal_value) {
  struct sigaction a = {0};
  a.sa_sigaction = handle_value;
  a.sa_flags = SA_SIGINFO;
  sigaction(SIGUSR1, &a, NULL);
  union sigval v = {.sival_int = x};
  sigqueue(getpid(), SIGUSR1, v);
  return shared;
}
FEATURE(signal_handler_reads_memory) {
  static volatile int kept;
  kept = x;
  return kept;
}
NAMED(sleep_of_input) {
  struct timespec t = {x, 0};
  nanosleep(&t, NULL);
  return x;
}
FEATURE(cancel_state) {
  int old;
  return pthread_setcancelstate(x & 1, &old) == 0 ? x : -1;
}
FEATURE(spin_per_bucket) {
  static pthread_spinlock_t locks[8];
  for (int i = 0; i < 8; ++i) pthread_spin_init(&locks[i], 0);
  pthread_spin_lock(&locks[x]);
  return pthread_spin_trylock(&locks[5]) == EBUSY;
}
FEATURE(rwlock_per_bucket) {
  static pthread_rwlock_t locks[8];
  for (int i = 0; i < 8; ++i) pthread_rwlock_init(&locks[i], NULL);
  pthread_rwlock_wrlock(&locks[x]);
  return pthread_rwlock_tryrdlock(&locks[5]) == EBUSY;
}
FEATURE(thread_handle_by_index) {
  pthread_t t[8] = {0};
  pthread_create(&t[x], NULL, give_back, NULL);
  pthread_join(t[x], NULL);
  return t[5] != 0;
}
