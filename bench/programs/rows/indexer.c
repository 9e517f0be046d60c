// The indexer (POPL 2005): THREADS threads put four messages each into one hash table.
#include <stdatomic.h>

#include "threads.h"

static atomic_int table[128];

static void* work(void* me) {
  for (int m = 1; m <= 4; ++m) {
    const int message = 11 * m + (int)(long)me;
    int h = message * 7 % 128;
    int is_free = 0;
    while (!atomic_compare_exchange_strong(&table[h], &is_free, message)) {
      h = (h + 1) % 128;
      is_free = 0;
    }
  }
  return 0;
}

int main(void) { run_threads(THREADS, work); }
