// heddle: --strategy=con2colic -D WAITING=5 -D JOINED=1
// expect: complete says="2 of 2 branches (k=0: 1, k=1: 1)"
// heddle: --strategy=con2colic -D WAITING=16 -D JOINED=1
// expect: complete says="2 of 2 branches (k=0: 1, k=1: 1)"
// heddle: --strategy=con2colic -D WAITING=63
// expect: complete says="2 of 2 branches (k=0: 1, k=1: 1)"
// heddle: --strategy=con2colic -D WAITING=63 -D FORGOTTEN=1
// expect: bug kind=deadlock
// heddle: --strategy=con2colic -D WAITING=20 -D ONE=1
// expect: bug kind=deadlock
// heddle: --strategy=con2colic -D WAITING=70
// expect: incomplete reason="7 threads beyond the first 64 stopped at a condition variable or barrier"
//
// Many threads wait for one condition. Who waits does not help others that wait, so each of them is looked at by itself;
// whether some of them could wait for ever has too many answers to be looked through, but two threads are enough to say no.
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
#ifdef ONE
  pthread_cond_signal(&condition);
#elif !defined(FORGOTTEN)
  pthread_cond_broadcast(&condition);
#endif
  pthread_mutex_unlock(&mutex);
#ifdef JOINED
  for (int i = 0; i < WAITING; ++i) pthread_join(threads[i], NULL);
#endif
  pthread_exit(NULL);
}
