// Who looks too late at a variable that is gone finds it gone, or another function's variable in its place: entering that
// function is a step.
// heddle: --strategy=contextual --keep-going
// expect: bug kind=data-race
// expect: bug kind=use-after-free
// heddle: --strategy=unfolding --keep-going
// expect: bug kind=data-race
// expect: bug kind=use-after-free
// heddle: --strategy=dpor --keep-going
// expect: bug kind=data-race traces=9
// expect: bug kind=use-after-free
// heddle: --strategy=exhaustive --keep-going
// expect: bug kind=data-race traces=9
// expect: bug kind=use-after-free
#include <pthread.h>
#include <stdatomic.h>

static int *_Atomic lent;

__attribute__((noinline)) static void lend(void) {
  int variable = 0;
  lent = &variable;
}

static void *lend_twice(void *nothing) {
  lend();
  lend();
  return nothing;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, lend_twice, NULL);
  int *p = lent;
  if (p) *p = 4;
  pthread_join(thread, NULL);
}
