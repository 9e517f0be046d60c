// heddle: --strategy=random --preemptions=0 --max-tests=8 --flags=-DMENDED
// expect: incomplete reason="all schedules with at most 0 preemptions were run"
// heddle: --preemptions=1 --as-found
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --preemptions=2 --flags=-DMENDED
// expect: complete
//
// An assertion that one preemption at the right place violates, among many schedules without any.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void* add(void* unused) {
#ifdef MENDED
  atomic_fetch_add(&counter, 1);
#else
  int seen = counter;
  counter = seen + 1;
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);  // @
  return 0;
}
