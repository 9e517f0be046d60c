// Figure 4 of Guo et al.: as many runs as of the model, since the ways around a branch meet again.
// heddle: --strategy=exhaustive
// expect: complete tests=54
// heddle: --strategy=dpor
// expect: complete tests=36
// heddle: --strategy=exhaustive --prune=assertions --prune-always
// expect: complete tests=17
// heddle: --strategy=dpor-2 --prune=assertions --prune-always
// expect: complete tests=16
// heddle: --strategy=dpor --prune=assertions --prune-always
// expect: complete tests=14
// The first run of the paper may have found 0 in y: see docs/assertion-guided.md.
// heddle: --strategy=exhaustive --prune=assertions --prune-always -D Y=0
// expect: complete tests=18
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef Y
#define Y 1
#endif

static atomic_int x, y;

static void work(void) {
  int c = 0;
  if (atomic_fetch_add(&x, 1) == 0) c = 1; else c = 2;
  if (atomic_fetch_add(&y, 1) == 0) c = 3; else c = 4;
  (void)c;
}

static void* t2(void* unused) {
  work();
  return unused;
}

int main(void) {
  atomic_store(&x, heddle_int("x") + 1);
  atomic_store(&y, heddle_int("y") + Y);
  pthread_t t;
  pthread_create(&t, 0, t2, 0);
  work();
  pthread_join(t, 0);
}
