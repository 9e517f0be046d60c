// heddle: --strategy=contextual
// expect: bug kind=data-race where=@
// heddle: --strategy=unfolding
// expect: bug kind=data-race where=@
// heddle: --strategy=dpor
// expect: bug kind=data-race where=@
// heddle: --strategy=dpor-1
// expect: bug kind=data-race where=@
//
// The race is between two threads with large numbers.
#include <pthread.h>

enum { kThreads = 90 };

static int count;

static void* nothing(void* unused) { return unused; }
static void* add(void* unused) {
  ++count;  // @
  return unused;
}

int main(void) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i) pthread_create(&threads[i], NULL, i < kThreads - 2 ? nothing : add, NULL);
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
  return 0;
}
