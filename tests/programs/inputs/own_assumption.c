// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=contextual
// expect: complete
// heddle: -D WRONG=1 --strategy=dpor
// expect: bug kind=error
//
// A program's own assumption ends it if it does not hold, which by convention is not an error.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void assume_abort_if_not(int condition) {
  if (!condition) abort();
}

static int x;
static int chosen;

static void* work(void* unused) {
  assume_abort_if_not(chosen > 3);
  x = chosen;
  return unused;
}

int main(void) {
  pthread_t thread;
  chosen = __VERIFIER_nondet_int();
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  if (x <= 3) reach_error();
#ifdef WRONG
  if (x == 4711) reach_error();
#endif
  return 0;
}
