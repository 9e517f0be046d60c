// A sequence lock: one writer, READERS readers, each tries at most ROUNDS times.
#include <assert.h>
#include <stdatomic.h>

#include "threads.h"

static atomic_int sequence, first, second;

static void* work(void* me) {
  if ((long)me == 0) {
    for (int i = 1; i <= ROUNDS; ++i) {
      atomic_fetch_add(&sequence, 1);
      atomic_store(&first, i);
      atomic_store(&second, i);
      atomic_fetch_add(&sequence, 1);
    }
    return 0;
  }
  for (int i = 0; i < ROUNDS; ++i) {
    const int before = atomic_load(&sequence);
    if (before % 2 != 0) continue;
    const int a = atomic_load(&first);
    const int b = atomic_load(&second);
    if (atomic_load(&sequence) == before) assert(a == b);
  }
  return 0;
}

int main(void) { run_threads(1 + READERS, work); }
