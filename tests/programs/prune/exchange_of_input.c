// heddle: --strategy=dpor --prune=assertions --prune-always
// expect: complete
// heddle: --strategy=dpor-1 --prune=assertions --prune-always
// expect: complete
// heddle: --strategy=exhaustive --prune=assertions --prune-always
// expect: complete
//
// Whether the exchange changes anything depends on an input; it is the same step all the same.

#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x = 1;

static void* read_it(void* unused) {
  int a = heddle_int("a") & 1;
  a += atomic_load(&x);
  return unused;
}

static void* exchange_it(void* unused) {
  int a = heddle_int("a") & 3;
  atomic_store(&x, 2 * a + 1);
  atomic_exchange(&x, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, read_it, 0);
  pthread_create(&threads[1], 0, exchange_it, 0);
  pthread_exit(0);
}
