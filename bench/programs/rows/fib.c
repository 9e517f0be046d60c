// fib_bench(N) of the papers: two threads add up Fibonacci numbers, a third reads both.
#include <stdatomic.h>

#include "threads.h"

static atomic_int sums[2] = {1, 1};

static void* work(void* me) {
  if ((long)me == 2) {
    atomic_load(&sums[0]);
    atomic_load(&sums[1]);
    return 0;
  }
  atomic_int* mine = &sums[(long)me];
  atomic_int* other = &sums[1 - (long)me];
  for (int i = 0; i < N; ++i) atomic_store(mine, atomic_load(mine) + atomic_load(other));
  return 0;
}

int main(void) { run_threads(3, work); }
