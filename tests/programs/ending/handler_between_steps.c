// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive
// expect: bug kind=assertion where=@
//
// The program ends while a thread is between two of its steps, and the exit handler sees that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int busy;

static void* work(void* unused) {
  busy = 1;
  busy = 0;
  return unused;
}

static void look(void) { assert(busy == 0); }  // @

int main(void) {
  pthread_t thread;
  atexit(look);
  pthread_create(&thread, NULL, work, NULL);
  pthread_detach(thread);
  return 0;
}
