// heddle: --strategy=dpor
// expect: complete traces=2
// heddle: --strategy=exhaustive
// expect: complete traces=2
//
// A spin lock by test-and-set. An iteration of the loop that finds the lock taken changes nothing, and is not run: the
// thread waits until it is free. The number of traces is what dpor and exhaustive agree on.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;
static int counter;

static void* add(void* unused) {
  while (atomic_exchange(&locked, 1) != 0) {
  }
  ++counter;
  atomic_store(&locked, 0);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}
