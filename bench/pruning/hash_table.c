// A hash table with open addressing in the manner of nbds: keys are claimed by compare-exchange, then their values are
// set.
#include "threads.h"
enum { SIZE = 4 };
static atomic_int keys[SIZE], values[SIZE];
static int slot_of(int key) {
  for (int i = 0, at = key % SIZE; i < SIZE; i++, at = (at + 1) % SIZE) {
    int found = 0;
    if (atomic_compare_exchange_strong(&keys[at], &found, key) || found == key) return at;
  }
  return -1;
}
static void put(int key, int value) {
  const int at = slot_of(key);
  if (at >= 0) atomic_store(&values[at], value);
}
static void* first(void* unused) {
  put(1, 10);
  put(5, 50);
  return unused;
}
static void* second(void* unused) {
  put(5, 51);
  put(1, 11);
  return unused;
}
static void* looker(void* unused) {
  for (int at = 0; at < SIZE; at++) {
    if (atomic_load(&keys[at]) != 1) continue;
    const int value = atomic_load(&values[at]);
    assert(value == 0 || value == 10 || value == 11);
  }
  return unused;
}
RUN(first, second, looker)
