// heddle: --strategy=contextual
// expect: bug kind=livelock where=@
// heddle: --strategy=unfolding
// expect: bug kind=livelock where=@
// heddle: --strategy=dpor
// expect: bug kind=livelock where=@
//
// The second of two threads that want to pass waits for ever, if both have announced themselves before either looks. It is
// searched in the unfolding, and need not be met by a test.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int here[2];

static void* pass(void* argument) {
  const long me = (long)argument;
  atomic_store(&here[me], 1);
  while (atomic_load(&here[1 - me]) != 0) {  // @
  }
  atomic_store(&here[me], 0);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, pass, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
