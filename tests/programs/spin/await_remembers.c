// heddle: --strategy=dpor --keep-going
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=assertion where=@
//
// A look in vain is not left out if the thread still knows about it after the loop.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_int ready;

static void* sets(void* unused) {
  ready = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sets, NULL);
  bool has_waited = false;
  while (ready == 0) has_waited = true;
  assert(!has_waited);  // @
  pthread_join(thread, NULL);
}
