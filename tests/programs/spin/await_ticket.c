// heddle: --strategy=dpor
// expect: complete traces=90
// heddle: --strategy=contextual
// expect: complete tests=90 assuming="sequential consistency"
// heddle: --strategy=dpor-2
// expect: complete
//
// A ticket lock: the loop does nothing but look at one number, so the thread waits until that number comes up, and no
// test is run in which it looks in vain. Three threads twice: 6! / 2!^3 orders of the tickets.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next, serving;
static int inside;

static void* work(void* unused) {
  for (int i = 0; i < 2; ++i) {
    const unsigned mine = atomic_fetch_add(&next, 1);
    while (atomic_load(&serving) != mine) {
    }
    assert(inside++ == 0);
    --inside;
    atomic_fetch_add(&serving, 1);
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  return 0;
}
