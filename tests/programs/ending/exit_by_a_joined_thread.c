// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=unfolding
// expect: complete
// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=exhaustive
// expect: complete
//
// A thread that calls exit never returns to the one that joins it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void* leave(void* unused) {
  exit(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, leave, NULL);
  pthread_join(thread, NULL);
  assert(0);
}
