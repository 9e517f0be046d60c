// heddle:
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
//
// Destructors run when main has returned, in their order, and may start threads.
#include <assert.h>
#include <pthread.h>

static int x;

static void* work(void* unused) {
  ++x;
  return unused;
}

__attribute__((destructor(201))) static void last(void) { assert(x == 0); }  // @

__attribute__((destructor(202))) static void first(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  assert(x == 1);
}

int main(void) { return 0; }
