// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
//
// An exchange changes the variable whenever it finds something else than it stores, also if the lowest bits, for which
// the loop waits, are the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int word = 0x200, stops;

static void* waits(void* unused) {
  for (;;) {
    if (stops) break;
    if ((char)atomic_exchange(&word, 0x100) != 0) break;
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  assert(word != 0x100);  // @
  stops = 1;
  pthread_join(thread, NULL);
}
