// heddle: --strategy=dpor
// expect: complete traces=24
// heddle: --strategy=dpor --symmetry=on
// expect: complete traces=6
//
// Two kinds of threads that are created alternately have a twin each.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int cell;

static void* doubles(void* unused) {
  return atomic_fetch_add(&cell, 2) < 0 ? 0 : unused;
}

static void* counts(void* unused) {
  return atomic_fetch_add(&cell, 1) < 0 ? 0 : unused;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], 0, i % 2 == 0 ? doubles : counts, 0);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], 0);
  return atomic_load(&cell) != 6;
}
