// The thread decides by x only if it has found something in `order`, so `order` is not set aside: otherwise steps would
// depend on what nobody interleaves.
// heddle: --strategy=dpor --prune=assertions --prune-always --prune-slice
// expect: complete assuming="no data races at noted (--prune-slice)"
// heddle: --strategy=exhaustive --prune=assertions --prune-always --prune-slice
// expect: complete assuming="no data races at noted (--prune-slice)"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, order, noted;

static void* other(void* unused) {
  atomic_store(&x, 1);
  atomic_store(&order, 1);
  atomic_store(&x, 2);
  atomic_store(&order, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  for (int i = 0; i < 2; i++) {
    const int v = atomic_load(&x);
    if (atomic_load(&order) == 1) {
      if (v == 1) atomic_store(&noted, i);
    }
    assert(atomic_load(&x) >= v);
  }
  pthread_join(t, NULL);
}
