// heddle: --strategy=dpor --keep-going
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual --keep-going
// expect: bug kind=assertion where=@
// heddle: --keep-going
// expect: bug kind=assertion where=@
//
// A thread waits until two of three have counted. Which two that were must be tried, though nothing else tells.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter, done[3];

static void* count(void* me) {
  done[(long)me] = 1;
  atomic_fetch_add(&counter, 1);
  return 0;
}

static void* await(void* unused) {
  while (atomic_load(&counter) != 2) {
  }
  assert(done[1]);  // @
  return unused;
}

int main(void) {
  pthread_t threads[4];
  for (long i = 0; i < 3; ++i) pthread_create(&threads[i], 0, count, (void*)i);
  pthread_create(&threads[3], 0, await, 0);
}
