// heddle:
// expect: complete
// heddle: --strategy=dpor
// expect: complete traces=2
//
// A loop that asks until the thread has ended waits for it.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static int data;

static void* work(void* unused) {
  data = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  while (pthread_tryjoin_np(thread, 0) == EBUSY) {
  }
  assert(data == 1);
  return 0;
}
