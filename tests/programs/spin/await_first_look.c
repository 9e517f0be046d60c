// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
//
// What the look before the loop has found is used when the loop has waited.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;

static void* sets(void* unused) {
  ready = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sets, NULL);
  const int first = atomic_load(&ready);
  int value = first;
  while (value == 0) value = atomic_load(&ready);
  assert(value == first);  // @
  pthread_join(thread, NULL);
}
