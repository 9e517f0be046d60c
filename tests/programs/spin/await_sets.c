// heddle: --strategy=dpor
// expect: complete traces=9
// heddle: --strategy=contextual
// expect: complete
//
// Lamport's bakery for two threads. What ends the second loop are several comparisons of one number, and some of its
// values lead on: no test is run in which the thread looks in vain.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int choosing[2], number[2];
static int inside;

static void lock(int me) {
  atomic_store(&choosing[me], 1);
  int most = 0;
  for (int k = 0; k < 2; ++k) {
    const int other = atomic_load(&number[k]);
    if (other > most) most = other;
  }
  const int mine = most + 1;
  atomic_store(&number[me], mine);
  atomic_store(&choosing[me], 0);
  const int k = 1 - me;
  while (atomic_load(&choosing[k])) {
  }
  for (;;) {
    const int other = atomic_load(&number[k]);
    if (other == 0 || other > mine || (other == mine && k > me)) break;
  }
}

static void* work(void* argument) {
  const int me = (int)(long)argument;
  lock(me);
  assert(inside++ == 0);
  --inside;
  atomic_store(&number[me], 0);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], 0, work, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
