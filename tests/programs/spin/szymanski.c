// heddle: --strategy=dpor
// expect: complete traces=29
// heddle: --strategy=exhaustive
// expect: complete traces=29
// heddle: --strategy=contextual
// expect: complete
//
// Szymanski's mutual exclusion for two threads: a waiting room with two doors.
// The number of traces is what dpor and exhaustive agree on.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2];
static int inside;

static void* work(void* argument) {
  int self = *(int*)argument, other = 1 - self;
  atomic_store(&flag[self], 1);
  while (atomic_load(&flag[other]) >= 3) {
  }
  atomic_store(&flag[self], 3);
  if (atomic_load(&flag[other]) == 1) {
    atomic_store(&flag[self], 2);
    while (atomic_load(&flag[other]) != 4) {
    }
  }
  atomic_store(&flag[self], 4);
  if (self == 1) {
    while (atomic_load(&flag[0]) >= 2) {
    }
  }
  assert(++inside == 1);
  --inside;
  if (self == 0) {
    int seen = atomic_load(&flag[1]);
    while (seen == 2 || seen == 3) seen = atomic_load(&flag[1]);
  }
  atomic_store(&flag[self], 0);
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
