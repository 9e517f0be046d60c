// heddle: --strategy=dpor
// expect: complete traces=3
// heddle: --strategy=exhaustive
// expect: complete traces=3
//
// A loop around waits that only time out: every iteration without effect is one too many, so the exploration ends.
// The number of traces is what dpor and exhaustive agree on.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void* produce(void* unused) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);  // and no signal: the consumer polls
  return unused;
}

int main(void) {
  pthread_t thread;
  const struct timespec until = {0, 0};
  pthread_create(&thread, NULL, produce, NULL);
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_timedwait(&condition, &mutex, &until);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
