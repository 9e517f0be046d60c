// Figure 4 of Guo et al.: as many runs as of the model, since the ways round a branch meet again.
// heddle: --strategy=exhaustive
// expect: complete tests=54
// heddle: --strategy=dpor
// expect: complete tests=36
// heddle: --strategy=exhaustive --prune=assertions
// expect: complete tests=17
// heddle: --strategy=dpor-2 --prune=assertions
// expect: complete tests=16
// heddle: --strategy=dpor --prune=assertions
// expect: complete tests=14
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

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
  atomic_store(&y, heddle_int("y") + 1);
  pthread_t t;
  pthread_create(&t, 0, t2, 0);
  work();
  pthread_join(t, 0);
}
