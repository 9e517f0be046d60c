// heddle: --strategy=dpor
// expect: complete traces=6
// heddle: --strategy=contextual
// expect: complete tests=6
//
// Loops that wait through functions of the program: two threads take turns twice.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static int inside;

static int change(int from, int to) { return atomic_compare_exchange_strong(&taken, &from, to); }
static int take(void) { return change(0, 1); }

static void* work(void* unused) {
  for (int i = 0; i < 2; ++i) {
    while (!take()) {
    }
    assert(inside++ == 0);
    --inside;
    atomic_store(&taken, 0);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
