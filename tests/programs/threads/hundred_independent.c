// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=unfolding
// expect: complete
// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=dpor-1
// expect: complete
//
// A hundred threads that do not meet: one trace.
#include <assert.h>
#include <pthread.h>

enum { kThreads = 100 };

static int slots[kThreads];

static void* fill(void* slot) {
  *(int*)slot = 1;
  return NULL;
}

int main(void) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i) pthread_create(&threads[i], NULL, fill, &slots[i]);
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
  for (int i = 0; i < kThreads; ++i) assert(slots[i] == 1);
  return 0;
}
