// heddle: --strategy=dpor --prune=assertions
// expect: complete
// heddle: --strategy=dpor-1 --prune=assertions
// expect: complete
// heddle: --strategy=dpor --prune=assertions -D LATE=1 --keep-going
// expect: bug kind=livelock
// Loops that wait end when the other thread has been there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, done, x;

static void* server(void* unused) {
  for (int i = 1; i <= 2; i++) {
    while (atomic_load(&ready) != i) {
    }
    atomic_fetch_add(&x, 1);
    atomic_store(&done, i);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, server, 0);
  for (int i = 1; i <= 2; i++) {
#ifndef LATE
    atomic_store(&ready, i);
#endif
    while (atomic_load(&done) != i) {
    }
    assert(atomic_load(&x) == i);
  }
  pthread_join(t, 0);
}
