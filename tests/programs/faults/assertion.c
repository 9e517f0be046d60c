// heddle: --strategy=dpor --keep-going
// expect: bug kind=assertion where=@ traces=2
//
// An assertion that fails in one of two traces.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* set(void* unused) {
  atomic_store(&x, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  assert(atomic_load(&x) == 0);  // @
  pthread_join(thread, NULL);
  return 0;
}
