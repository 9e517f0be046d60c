// heddle: --strategy=dpor
// expect: complete traces=4
// heddle: --strategy=dpor --flags=-O2
// expect: complete traces=4
// heddle: --strategy=exhaustive
// expect: complete traces=4
// heddle: --strategy=dpor-2
// expect: complete
// heddle: --strategy=contextual
// expect: complete assuming="no livelock except in the tests that were run"
//
// Test and test-and-set. A turn ends with the exchange; if that finds the lock taken, the turn was in vain, so it waits
// until the lock is free. What is left is who is first, and whether the other has looked before or after.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static int inside;

static void* work(void* unused) {
  for (;;) {
    while (atomic_load(&taken)) {
    }
    if (!atomic_exchange(&taken, 1)) break;
  }
  assert(inside++ == 0);
  --inside;
  atomic_store(&taken, 0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
