// heddle: --strategy=con2colic -D WAITING=5 -D JOINED=1
// expect: complete says="2 of 2 branches (k=0: 1, k=1: 1)"
// heddle: --strategy=con2colic -D WAITING=63
// expect: incomplete says="2 of 2 branches (k=0: 1, k=1: 1)" reason="deadlocks and data races were searched in 200000 states of all threads together only"
// heddle: --strategy=con2colic -D WAITING=70
// expect: incomplete reason="7 threads beyond the first 64 stopped at a condition variable or barrier"
//
// Many threads wait for one condition. A waiting thread does not help other waiting ones, so each is considered
// separately; whether all of them could wait for ever is another question, which has too many answers to examine.
#include <pthread.h>
#include <stddef.h>

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
  pthread_t threads[WAITING];
  for (int i = 0; i < WAITING; ++i) pthread_create(&threads[i], NULL, wait_for_it, NULL);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(&mutex);
#ifdef JOINED
  for (int i = 0; i < WAITING; ++i) pthread_join(threads[i], NULL);
#endif
  pthread_exit(NULL);
}
