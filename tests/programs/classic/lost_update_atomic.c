// heddle: --strategy=dpor --keep-going
// expect: bug kind=assertion where=@ traces=4
// heddle: --strategy=unfolding --keep-going
// expect: bug kind=assertion where=@
//
// The same with atomic loads and stores: no data race, and as wrong.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void* add(void* unused) {
  int seen = atomic_load(&counter);
  atomic_store(&counter, seen + 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_load(&counter) == 2);  // @
  return 0;
}
