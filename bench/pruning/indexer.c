// Threads enter messages into a table of hashes, each its own; from the twelfth thread on they collide, which SIZE does earlier.
#include "threads.h"
#ifndef N
#define N 3
#endif
enum { SIZE = 8, MESSAGES = 2 };
static atomic_int table[SIZE];
static void* indexer(void* number) {
  const int id = (int)(size_t)number;
  for (int m = 1; m <= MESSAGES; m++) {
    const int message = m * 11 + id;
    int hash = (message * 7) % SIZE;
    for (int tries = 0; tries < SIZE; tries++, hash = (hash + 1) % SIZE) {
      int empty = 0;
      if (atomic_compare_exchange_strong(&table[hash], &empty, message)) break;
    }
    assert(atomic_load(&table[hash]) == message);
  }
  return NULL;
}
#if N == 2
RUN(indexer, indexer)
#else
RUN(indexer, indexer, indexer)
#endif
