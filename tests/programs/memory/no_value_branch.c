// heddle: --strategy=contextual
// expect: bug kind=error where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=error where=@
// heddle: --strategy=unfolding --flags=-O1
// expect: bug kind=error where=@

// A variable that only one way gives a value, and that decides on the other one.

#include <pthread.h>

static int flag;

static void* set(void* unused) {
  flag = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  pthread_join(thread, 0);
  int x;
  if (flag == 0) x = 1;
  if (x == 1) return 0;  // @
  return 0;
}
