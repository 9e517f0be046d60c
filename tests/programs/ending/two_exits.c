// limit: A second `exit` waits for ever
// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=unfolding
// expect: complete
// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=exhaustive
// expect: complete
//
// main returns while a thread calls exit: the handlers are called once, by the one that came first, with its code.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int calls;

static void count(int code, void* unused) {
  (void)unused;
  assert(code == 0);
  assert(++calls == 1);
}

static void* leave(void* unused) {
  exit(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  on_exit(count, NULL);
  pthread_create(&thread, NULL, leave, NULL);
  return 0;
}
