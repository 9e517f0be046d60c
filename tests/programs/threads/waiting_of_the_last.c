// limit: only the first 64 (`trace::kMaxWaiters`) can wait on a condition variable, a futex or a barrier
// heddle: --strategy=contextual
// expect: incomplete reason="1 thread beyond the first 64 stopped at a condition variable or barrier"
// heddle: --strategy=unfolding
// expect: incomplete reason="1 thread beyond the first 64 stopped at a condition variable or barrier"
// heddle: --strategy=dpor
// expect: incomplete reason="1 thread beyond the first 64 stopped at a condition variable or barrier"
// heddle: --strategy=dpor-1
// expect: incomplete reason="1 thread beyond the first 64 stopped at a condition variable or barrier"
//
// The set of those that wait is a number of 64 bits.
#include <pthread.h>

enum { kIdle = 70 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void* nothing(void* unused) { return unused; }

static void* await(void* unused) {
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < kIdle; ++i) pthread_create(&thread, NULL, nothing, NULL);
  pthread_create(&thread, NULL, await, NULL);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
