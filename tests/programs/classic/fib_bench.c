// heddle: --strategy=dpor --keep-going
// expect: complete traces=1698
// heddle: --strategy=contextual --keep-going
// expect: complete
//
// fib_bench(3) with atomic variables; main reads both at the end without having joined.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kRounds = 3 };
static atomic_int x = 1, y = 1;

static void* first(void* unused) {
  for (int i = 0; i < kRounds; ++i) {
    int a = atomic_load(&x), b = atomic_load(&y);
    atomic_store(&x, a + b);
  }
  return unused;
}

static void* second(void* unused) {
  for (int i = 0; i < kRounds; ++i) {
    int a = atomic_load(&y), b = atomic_load(&x);
    atomic_store(&y, a + b);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  int i = atomic_load(&x), j = atomic_load(&y);
  assert(i <= 144 && j <= 144);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
