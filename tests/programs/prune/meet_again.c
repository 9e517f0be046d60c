// A loop that retries: what it found in failed attempts is forgotten when it is left, so that rounds of the whole meet.
// (Where the program lies decides by chance about one test: 262 or 263 of 496.)
// heddle: --strategy=dpor --prune=assertions --prune-always
// expect: complete most-tests=263
// heddle: --strategy=dpor
// expect: complete
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static volatile atomic_int x;  // otherwise the loop is one step

static void add(void) {
  int old = atomic_load(&x);
  while (!atomic_compare_exchange_strong(&x, &old, old + 1)) {
  }
}

static void* other(void* unused) {
  for (int i = 0; i < 3; i++) add();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  for (int i = 0; i < 3; i++) add();
  pthread_join(t, 0);
  assert(atomic_load(&x) == 6);
}
