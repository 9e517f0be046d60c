// heddle: --strategy=contextual --flags=-O0
// expect: bug kind=division-by-zero where=@
// heddle: --strategy=unfolding --flags=-O1
// expect: bug kind=division-by-zero where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=division-by-zero where=@

// Of 1/n a compiler makes comparisons, which do not fault.

#include <pthread.h>
#include <stdatomic.h>

static atomic_int divisor = 1;

static void* worker(void* unused) {
  divisor = 0;
  divisor = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  volatile int quotient = 1 / divisor;  // @
  pthread_join(thread, 0);
  return quotient == 7;
}
