// heddle: --strategy=dpor
// expect: complete traces=24
// heddle: --strategy=dpor --symmetry=on
// expect: complete traces=1
// heddle: --strategy=dpor --symmetry=on --flags=-DROUNDS=2
// expect: complete traces=105
//
// Four threads that do the same: of the orders in which they come first to the lock, one is left.
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 1
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* worker(void* unused) {
  for (int i = 0; i < ROUNDS; ++i) {
    pthread_mutex_lock(&lock);
    ++counter;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], 0);
  return counter != 4 * ROUNDS;
}
