// heddle: --strategy=dpor
// expect: complete traces=1
// heddle: --strategy=unfolding
// expect: complete
// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=dpor-2
// expect: complete
// heddle: --strategy=dpor --flags=-O2
// expect: complete traces=1
//
// A look behind which an assumption follows waits until the assumption holds: no test is run for the nine other values.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, turn;
static int data;

static void* counts(void* unused) {
  for (int i = 1; i <= 9; ++i) atomic_store(&x, i);
  for (int i = 1; i <= 9; ++i) atomic_store(&y, i);
  data = 1;
  atomic_store(&turn, 1);
  return unused;
}

// The first is false for every value but one, the second also computes, the third goes two ways, the last two change
// memory unless they are refused.
static void* assumes(void* unused) {
  heddle_assume(atomic_load(&x) == 9);
  const int seen = atomic_load(&y);
  heddle_assume(seen - 2 == 7 || seen == 12);
  int late = atomic_load(&y);
  if (late > 1) {
    late -= 9;
  } else {
    late -= 20;
  }
  heddle_assume(late == 0);
  int expected = 1;
  heddle_assume(atomic_compare_exchange_strong(&turn, &expected, 2));
  assert(data == 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, counts, NULL);
  pthread_create(&threads[1], NULL, assumes, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
