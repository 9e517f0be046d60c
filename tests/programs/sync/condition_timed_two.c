// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=unfolding
// expect: complete
// heddle: --strategy=dpor
// expect: complete traces=112
// heddle: --strategy=dpor-1
// expect: complete traces=112
// heddle: --strategy=dpor-2
// expect: complete traces=112
// heddle: --strategy=exhaustive
// expect: complete traces=112
//
// Two threads wait with a timeout, and one signal comes: each of them may get it, or time out before it, or after the
// other one got it. Whether a wait times out depends on which thread waits: an event of one thread is not one of the
// other.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int signalled;

static void* wait_for_it(void* unused) {
  const struct timespec until = {1000000, 0};
  pthread_mutex_lock(&mutex);
  if (pthread_cond_timedwait(&condition, &mutex, &until) == 0) ++signalled;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, wait_for_it, NULL);
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(signalled <= 1);
  return 0;
}
