// heddle: --strategy=con2colic
// expect: bug kind=assertion where=@
// heddle: --strategy=con2colic -D MENDED=1
// expect: complete
//
// Successive over-relaxation (Java Grande): each thread has a row of the grid, needs its neighbour's row of the last
// round, and shows with a counter which round it has finished. The bug: a thread that is done may overwrite its row
// for the next round while its neighbour still has to read that of this one.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef MENDED
#define MENDED 0
#endif

enum { kRows = 2, kRounds = 2 };

static atomic_int row[kRows];
static atomic_int finished[kRows];  // rounds
static atomic_int used[kRows];      // rounds whose row the neighbour has read

// Tries once: who comes too early is of no interest.
static bool neighbour_is_ready(int me, int round) {
  if (atomic_load(&finished[1 - me]) < round) return false;
  return !MENDED || atomic_load(&used[me]) >= round;
}

static void* relax(void* argument) {
  const int me = (int)(intptr_t)argument;
  const int seed = me == 0 ? heddle_int("seed") : 4;
  heddle_assume(seed >= 0 && seed < 100);
  atomic_store(&row[me], seed);
  atomic_store(&finished[me], 1);
  if (!neighbour_is_ready(me, 1)) return NULL;
  const int before = atomic_load(&row[1 - me]);
  atomic_store(&used[1 - me], 1);
  assert(before < 200);  // @
  if (!neighbour_is_ready(me, 1)) return NULL;
  atomic_store(&row[me], seed + 200);  // the next round, in which numbers are larger
  atomic_store(&finished[me], kRounds);
  return NULL;
}

int main(void) {
  pthread_t threads[kRows];
  for (intptr_t i = 0; i < kRows; ++i) pthread_create(&threads[i], NULL, relax, (void*)i);
  pthread_exit(NULL);
}
