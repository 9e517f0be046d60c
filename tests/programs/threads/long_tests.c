// Tests that take long enough for several targets to pay: what is found does not depend on how many there are.
// heddle: --jobs=1 --strategy=dpor
// expect: complete traces=1296
// heddle: --jobs=2 --strategy=dpor
// expect: complete traces=1296
// heddle: --jobs=1 --strategy=contextual
// expect: complete tests=1296 events=5242
// heddle: --jobs=3 --strategy=contextual
// expect: complete tests=1296 events=5242

#include <pthread.h>
#include <stdatomic.h>

#ifndef WORK
#define WORK 20000
#endif

static atomic_int x, y;

static unsigned work(unsigned seed) {
  for (int i = 0; i < WORK; ++i) seed = seed * 1664525u + 1013904223u + (seed >> 7);
  return seed;
}

static void* compute(void* argument) {
  const unsigned id = (unsigned)(unsigned long)argument;
  const unsigned first = work(id + (unsigned)x);
  x = (int)(first & 3);
  const unsigned second = work(first + (unsigned)y);
  y = (int)(second & 3);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (unsigned long i = 0; i < 3; ++i) pthread_create(&threads[i], 0, compute, (void*)i);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
