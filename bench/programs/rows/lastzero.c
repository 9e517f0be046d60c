// Last zero (POPL 2014): one thread looks for the last zero, the others make an element larger than its neighbour.
#include <stdatomic.h>

#include "threads.h"

static atomic_int a[THREADS];

static void* work(void* me) {
  const int k = (int)(long)me;
  if (k != 0) {
    atomic_store(&a[k], atomic_load(&a[k - 1]) + 1);
    return 0;
  }
  int i = THREADS - 1;
  while (atomic_load(&a[i]) != 0) --i;
  return 0;
}

int main(void) { run_threads(THREADS, work); }
