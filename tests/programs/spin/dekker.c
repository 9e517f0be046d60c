// heddle: --strategy=dpor
// expect: complete traces=10
// heddle: --strategy=exhaustive
// expect: complete traces=10
//
// Dekker's mutual exclusion: the loser withdraws its request while it waits for its turn.
// The number of traces is what dpor and exhaustive agree on.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void* work(void* argument) {
  int self = *(int*)argument;
  atomic_store(&wants[self], 1);
  while (atomic_load(&wants[1 - self])) {
    if (atomic_load(&turn) != self) {
      atomic_store(&wants[self], 0);
      while (atomic_load(&turn) != self) {
      }
      atomic_store(&wants[self], 1);
    }
  }
  assert(++inside == 1);
  --inside;
  atomic_store(&turn, 1 - self);
  atomic_store(&wants[self], 0);
  return argument;
}

int main(void) {
  int ids[2] = {0, 1};
  pthread_t a, b;
  pthread_create(&a, NULL, work, &ids[0]);
  pthread_create(&b, NULL, work, &ids[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
