// Two levels of a skip list in the manner of nbds: a key is linked below first, then above; what is above is also
// below.
#include "threads.h"
enum { KEYS = 3 };
static atomic_int below[KEYS + 1], above[KEYS + 1];  // the next key; 0 is the head, and the end
static int link_at(atomic_int* level, int key) {
  for (int tries = 0; tries < KEYS; tries++) {
    int before = 0;
    int at = atomic_load(&level[0]);
    while (at != 0 && at < key) {
      before = at;
      at = atomic_load(&level[at]);
    }
    atomic_store(&level[key], at);
    if (atomic_compare_exchange_strong(&level[before], &at, key)) return 1;
  }
  return 0;
}
static void* inserter(void* number) {
  const int key = (int)(size_t)number + 1;
  if (link_at(below, key)) link_at(above, key);
  return NULL;
}
static void* looker(void* unused) {
  const int top = atomic_load(&above[0]);
  if (top == 0) return unused;
  int at = atomic_load(&below[0]);
  while (at != 0 && at < top) at = atomic_load(&below[at]);
  assert(at == top);
  return unused;
}
RUN(inserter, inserter, looker)
