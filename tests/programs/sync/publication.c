// heddle: --strategy=contextual
// expect: complete events=8
// heddle: --strategy=unfolding
// expect: complete events=10
// heddle: --strategy=dpor
// expect: complete traces=2
//
// A thread writes plain data and sets a flag with release; the other one reads the data if it sees the flag with acquire.
// Both accesses are in segments that cannot happen together.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void* publish(void* unused) {
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return unused;
}

static void* use(void* unused) {
  if (atomic_load_explicit(&ready, memory_order_acquire)) assert(data == 42);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, publish, NULL);
  pthread_create(&threads[1], NULL, use, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
