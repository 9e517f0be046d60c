// A sorted lock-free list in the manner of nbds: keys are inserted by compare-exchange, and looked up at the same time.
#include "threads.h"
enum { KEYS = 4 };
static atomic_int next_of[KEYS + 1];  // by key; 0 is the head, and the end
static int insert(int key) {
  for (int tries = 0; tries < KEYS; tries++) {
    int before = 0;
    int at = atomic_load(&next_of[0]);
    while (at != 0 && at < key) {
      before = at;
      at = atomic_load(&next_of[at]);
    }
    if (at == key) return 0;
    atomic_store(&next_of[key], at);
    if (atomic_compare_exchange_strong(&next_of[before], &at, key)) return 1;
  }
  return 0;
}
static void* low(void* unused) {
  insert(1);
  insert(3);
  return unused;
}
static void* high(void* unused) {
  insert(4);
  insert(2);
  return unused;
}
static void* looker(void* unused) {
  int last = 0;
  for (int at = atomic_load(&next_of[0]); at != 0; at = atomic_load(&next_of[at])) {
    assert(at > last);
    last = at;
  }
  return unused;
}
RUN(low, high, looker)
