// limit: the additional behaviour that weaker memory orders of C and C++ allow is not explored
// heddle:
// expect: complete assuming="sequential consistency (the program uses weaker memory orders: what they additionally allow was not explored)"
//
// On a real machine both threads may read 0.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, seen;

static void* worker(void* unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  seen = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  const int other = atomic_load_explicit(&x, memory_order_relaxed);
  pthread_join(thread, NULL);
  assert(seen == 1 || other == 1);
  return 0;
}
