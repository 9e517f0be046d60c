// Threads that compute for long: tests go on from where an earlier one was, and are the same as from the start.
// heddle: --strategy=dpor --jobs=1 -D TURNS=600000
// expect: complete traces=70
// heddle: --strategy=dpor --jobs=1 --no-checkpoint
// expect: complete traces=70
// heddle: --strategy=dpor --jobs=1 --always-checkpoint
// expect: complete traces=70
// heddle: --strategy=dpor --jobs=1 -D BUG=1 --keep-going
// expect: bug kind=assertion where=@ traces=70
// heddle: --strategy=dpor --jobs=1 -D BUG=2 --keep-going --always-checkpoint
// expect: bug kind=segmentation-fault
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef BUG
#define BUG 0
#endif
#ifndef TURNS
#define TURNS 1000
#endif

atomic_int x;
int results[2];

unsigned compute(unsigned v) {
  for (int i = 0; i < TURNS; ++i) {
    v = v * 1664525u + 1013904223u;
    v ^= v >> 7;
  }
  return v;
}

void* work(void* number) {
  const int me = *(int*)number;
  unsigned v = (unsigned)me;
  for (int i = 0; i < 4; ++i) {
    v = compute(v);
    const int before = atomic_exchange(&x, me * 10 + i);
    if (BUG == 2 && before == 12) *(volatile int*)NULL = 0;
    results[me - 1] = results[me - 1] * 100 + before;
  }
  return (void*)(size_t)(v % 2);
}

int main(void) {
  int numbers[2] = {1, 2};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, &numbers[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(BUG != 1 || results[0] != 101123);  // @
}
