// Several threads poll under the same lock for what never happens: each takes the lock after the other has looked, but
// releases it again and changes nothing.
// heddle: --strategy=dpor
// expect: bug kind=livelock
// heddle: --strategy=contextual
// expect: bug kind=livelock
// heddle: --strategy=unfolding
// expect: bug kind=livelock
// heddle: --strategy=exhaustive
// expect: bug kind=livelock
// heddle: -D THREADS=3
// expect: bug kind=livelock
// heddle: --strategy=dpor -D READERS=1
// expect: bug kind=livelock
// heddle: --strategy=dpor -D TRIES=1
// expect: bug kind=livelock
// heddle: --strategy=dpor -D HAPPENS=1
// expect: complete
// heddle: --strategy=dpor -D HAPPENS=1 -D TRIES=1
// expect: complete
// heddle: -D HAPPENS=1
// expect: complete
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static int happened;

static int has_happened(void) {
#ifdef READERS
  pthread_rwlock_rdlock(&rwlock);
  const int result = happened;
  pthread_rwlock_unlock(&rwlock);
#else
#ifdef TRIES
  if (pthread_mutex_trylock(&mutex) != 0) return 0;
#else
  pthread_mutex_lock(&mutex);
#endif
  const int result = happened;
  pthread_mutex_unlock(&mutex);
#endif
  return result;
}

static void *wait_for_it(void *nothing) {
  while (!has_happened()) {
  }
  return nothing;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, wait_for_it, NULL);
#ifdef HAPPENS
  pthread_mutex_lock(&mutex);
  happened = 1;
  pthread_mutex_unlock(&mutex);
#endif
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
}
