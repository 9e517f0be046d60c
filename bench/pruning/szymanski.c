// Szymanski's algorithm for two threads; a thread that would have to wait gives up.
#include <heddle/heddle.h>
#include "threads.h"
static atomic_int flags[2], inside;
static void* thread(void* number) {
  const int self = (int)(size_t)number, other = 1 - self;
  atomic_store(&flags[self], 1);
  heddle_assume(atomic_load(&flags[other]) < 3);
  atomic_store(&flags[self], 3);
  if (atomic_load(&flags[other]) == 1) {
    atomic_store(&flags[self], 2);
    heddle_assume(atomic_load(&flags[other]) == 4);
  }
  atomic_store(&flags[self], 4);
  if (self == 1) heddle_assume(atomic_load(&flags[other]) < 2);
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  if (self == 0) heddle_assume(atomic_load(&flags[other]) < 2 || atomic_load(&flags[other]) > 3);
  atomic_store(&flags[self], 0);
  return NULL;
}
RUN(thread, thread)
