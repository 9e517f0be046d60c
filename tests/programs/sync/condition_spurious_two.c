// heddle: --strategy=contextual --spurious
// expect: complete
// heddle: --strategy=unfolding --spurious
// expect: complete
// heddle: --strategy=dpor --spurious
// expect: complete traces=348
// heddle: --strategy=dpor-1 --spurious
// expect: complete traces=348
// heddle: --strategy=dpor-2 --spurious
// expect: complete traces=348
//
// Two threads wait in a loop, as they should, and may wake up without a signal.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void* wait_for_it(void* unused) {
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, wait_for_it, NULL);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
