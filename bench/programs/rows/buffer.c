// Two producers, two consumers, ITEMS items each, a one-place buffer with condition variables.
#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int count, place;

static void put(int item) {
  pthread_mutex_lock(&mutex);
  while (count == 1) pthread_cond_wait(&emptied, &mutex);
  count = 1;
  place = item;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&mutex);
}

static int take(void) {
  pthread_mutex_lock(&mutex);
  while (count == 0) pthread_cond_wait(&filled, &mutex);
  count = 0;
  const int item = place;
  pthread_cond_signal(&emptied);
  pthread_mutex_unlock(&mutex);
  return item;
}

static void* work(void* me) {
  for (int i = 0; i < ITEMS; ++i) {
    if ((long)me < 2) {
      put(i);
    } else {
      take();
    }
  }
  return 0;
}

int main(void) {
#ifdef INITIALISE  // Nidhugg takes what is initialised where it is declared for uninitialised
  pthread_mutex_init(&mutex, 0);
  pthread_cond_init(&filled, 0);
  pthread_cond_init(&emptied, 0);
#endif
  run_threads(4, work);
}
