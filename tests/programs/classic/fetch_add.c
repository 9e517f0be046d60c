// heddle: --strategy=dpor
// expect: complete traces=1
// heddle: --strategy=exhaustive
// expect: complete traces=1
//
// And done right, by three threads: the order does not matter, since nobody looks.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void* add(void* unused) {
  atomic_fetch_add(&counter, 1);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  assert(atomic_load(&counter) == 3);
  return 0;
}
