// The example of ART: counters that meet at one point of many.
#include "threads.h"
#ifndef N
#define N 4
#endif
static atomic_int x, y;
static void* up(void* unused) {
  for (int i = 0; i < N; i++) atomic_fetch_add(&x, 1);
  return unused;
}
static void* look(void* unused) {
  for (int i = 0; i < N; i++) {
    const int seen = atomic_load(&x);
    if (seen > i) atomic_fetch_add(&y, 1);
  }
  assert(atomic_load(&y) <= N);
  return unused;
}
RUN(up, look)
