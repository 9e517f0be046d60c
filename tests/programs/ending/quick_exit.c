// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive
// expect: bug kind=assertion where=@
//
// quick_exit calls the handlers of at_quick_exit, the last first, and no others.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int calls;
static atomic_int busy;

static void* work(void* unused) {
  busy = 1;
  busy = 0;
  return unused;
}

static void never(void) { abort(); }
static void first(void) { assert(calls++ == 0); }
static void second(void) {
  assert(calls++ == 1);
  assert(busy == 0);  // @
}

int main(void) {
  pthread_t thread;
  atexit(never);
  at_quick_exit(second);
  at_quick_exit(first);
  pthread_create(&thread, NULL, work, NULL);
  quick_exit(0);
}
