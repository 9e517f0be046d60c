// heddle: --strategy=dpor --symmetry=on
// expect: complete traces=6
// heddle: --strategy=dpor --symmetry=on --flags=-DSTEP_BETWEEN
// expect: complete traces=4
// heddle: --strategy=dpor --symmetry=on --flags=-DRANDOM
// expect: complete traces=6
//
// Threads with different arguments have no twins, and neither have those that are created with another step in between,
// or draw random numbers, of which each thread has its own.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int cell;

static void* worker(void* me) {
  if (atomic_fetch_add(&cell, 1) < 0) return 0;
#ifdef RANDOM
  if (rand() == 0) return 0;
#endif
  return me;
}

int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; ++i) {
#if defined(STEP_BETWEEN)
    if (i == 1 && atomic_fetch_add(&cell, 1) < 0) return 1;
    pthread_create(&threads[i], 0, worker, 0);
#elif defined(RANDOM)
    pthread_create(&threads[i], 0, worker, 0);
#else
    pthread_create(&threads[i], 0, worker, (void*)i);
#endif
  }
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
