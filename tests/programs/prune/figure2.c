// Figure 2 of Guo et al.: one full and four partial runs instead of six, and one that returns immediately.
// heddle: --strategy=exhaustive --prune=assertions --prune-always -D MOST=10
// expect: complete tests=6
// heddle: --strategy=dpor-1 --prune=assertions --prune-always -D MOST=10
// expect: complete tests=6
// heddle: --strategy=dpor-2 --prune=assertions --prune-always -D MOST=10
// expect: complete tests=6
// heddle: --strategy=dpor --prune=assertions --prune-always -D MOST=10
// expect: complete tests=6
// heddle: --strategy=dpor -D MOST=10
// expect: complete tests=7
// With another bound, the failing run is among those that are needed.
// heddle: --strategy=dpor --prune=assertions --keep-going -D MOST=20
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive --prune=assertions --keep-going -D MOST=20
// expect: bug kind=assertion where=@
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* t1(void* unused) {
  (void)unused;
  atomic_store(&x, 10);
  atomic_store(&x, 20);
  return 0;
}

int main(void) {
  int v = heddle_int("x");
  if (v > MOST) return 0;
  atomic_store(&x, v);
  pthread_t t;
  pthread_create(&t, 0, t1, 0);
  int a = atomic_load(&x);
  int b = atomic_load(&x);
  pthread_join(t, 0);
  assert(a <= b);  // @
}
