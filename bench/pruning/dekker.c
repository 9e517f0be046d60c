// Dekker's algorithm for two threads; a thread that has to wait looks a number of times, and then gives up.
#include <heddle/heddle.h>
#include "threads.h"
static atomic_int wants[2], turn, inside;
static void* thread(void* number) {
  const int self = (int)(size_t)number;
  atomic_store(&wants[self], 1);
  while (atomic_load(&wants[1 - self])) {
    if (atomic_load(&turn) != self) {
      atomic_store(&wants[self], 0);
      heddle_assume(atomic_load(&turn) == self);
      atomic_store(&wants[self], 1);
    }
  }
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  atomic_store(&turn, 1 - self);
  atomic_store(&wants[self], 0);
  return NULL;
}
RUN(thread, thread)
