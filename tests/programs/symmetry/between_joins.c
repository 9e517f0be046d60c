// heddle: --strategy=dpor --symmetry=on
// expect: bug kind=data-race
// heddle: --strategy=dpor --symmetry=on --flags=-DATOMIC
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --symmetry=on --flags=-DONLY_ONE
// expect: bug kind=data-race
//
// Main looks at what one of them has left before it has joined the other: whether memory or an atomic variable.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int tickets;
#ifdef ATOMIC
static atomic_int done;
#else
static int done;
#endif

static void* worker(void* unused) {
  if (atomic_fetch_add(&tickets, 1) == 0) done = 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  assert(done == 1);  // @
#ifndef ONLY_ONE
  pthread_join(b, 0);
#endif
  return 0;
}
