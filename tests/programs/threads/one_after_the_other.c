// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=unfolding
// expect: complete
// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=dpor-1
// expect: complete
//
// Four hundred threads, one after another: only those that are alive cost anything.
#include <assert.h>
#include <pthread.h>

enum { kThreads = 400 };

static int count;

static void* add(void* unused) {
  ++count;
  return unused;
}

int main(void) {
  for (int i = 0; i < kThreads; ++i) {
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    pthread_join(thread, NULL);
  }
  assert(count == kThreads);
  return 0;
}
