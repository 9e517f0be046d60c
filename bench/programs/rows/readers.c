// One writer, THREADS - 1 readers of what it writes.
#include <stdatomic.h>

#include "threads.h"

static atomic_int x;

static void* work(void* me) {
  if ((long)me == 0) {
    atomic_store(&x, 1);
  } else {
    atomic_load(&x);
  }
  return 0;
}

int main(void) { run_threads(THREADS, work); }
