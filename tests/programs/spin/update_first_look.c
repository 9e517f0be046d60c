// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=auto
// expect: bug kind=assertion where=@
//
// The new value is computed from what the first turn has found: an addition of the other thread is lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int count;

static void* adds(void* unused) {
  const int found = atomic_load(&count);
  int old = found;
  while (!atomic_compare_exchange_weak(&count, &old, found + 1)) {
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, adds, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(count == 2);  // @
}
