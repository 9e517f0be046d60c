// heddle: --strategy=dpor --symmetry=on
// expect: bug kind=assertion where=@
//
// Main asks whether one of them has ended.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int begun;

static void* worker(void* unused) {
  atomic_fetch_add(&begun, 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  if (pthread_tryjoin_np(b, 0) == 0) {
    assert(atomic_load(&begun) == 2);  // @
  } else {
    pthread_join(b, 0);
  }
  pthread_join(a, 0);
  return 0;
}
