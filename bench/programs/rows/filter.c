// Peterson's filter lock for three threads; a thread that has looked LOOKS times at a level gives up.
#include <assert.h>
#include <stdatomic.h>

#include "threads.h"

enum { kThreads = 3 };
static atomic_int level[kThreads], victim[kThreads];
static atomic_int inside;

static int must_wait(int me, int l) {
  if (atomic_load(&victim[l]) != me) return 0;
  for (int other = 0; other < kThreads; ++other) {
    if (other != me && atomic_load(&level[other]) >= l) return 1;
  }
  return 0;
}

static void* enter(void* argument) {
  const int me = (int)(long)argument;
  for (int l = 1; l < kThreads; ++l) {
    atomic_store(&level[me], l);
    atomic_store(&victim[l], me);
    int looks = 0;
    while (must_wait(me, l)) {
      if (++looks == LOOKS) return 0;
    }
  }
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  atomic_store(&level[me], 0);
  return 0;
}

int main(void) { run_threads(kThreads, enter); }
