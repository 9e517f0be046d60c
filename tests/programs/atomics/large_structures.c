// heddle: --strategy=dpor --keep-going -- 0
// expect: bug kind=assertion where=@ traces=3
// heddle: --strategy=contextual -- 0
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor -- 1
// expect: complete traces=4
// heddle: --strategy=unfolding -- 1
// expect: complete
//
// An atomic structure of 16 bytes is read and written as a whole.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct {
  long a, b;
} Pair;
static _Atomic Pair pair;

static void* store(void* argument) {
  const Pair next = {1, 1};
  atomic_store(&pair, next);
  return argument;
}

static void* add(void* argument) {
  Pair old = atomic_load(&pair);
  Pair next;
  do {
    next = old;
    next.a++;
    next.b++;
  } while (!atomic_compare_exchange_strong(&pair, &old, next));
  return argument;
}

int main(int argc, char** argv) {
  const int which = atoi(argv[argc - 1]);
  pthread_t thread;
  pthread_create(&thread, NULL, which == 0 ? store : add, NULL);
  if (which == 0) {
    const Pair first = atomic_load(&pair);
    const Pair second = atomic_load(&pair);
    assert(first.a == first.b && second.a == second.b);
    assert(first.a == second.a);  // @
  } else {
    add(NULL);
  }
  pthread_join(thread, NULL);
  const Pair last = pair;
  assert(last.a == last.b && last.a == 1 + which);
}
