// heddle: --strategy=dpor --no-races
// expect: complete
// heddle: --strategy=contextual --no-races
// expect: complete
// heddle: --strategy=contextual --keep-going
// expect: bug kind=data-race
//
// A volatile read is not an atomic one, so this is a race; but the loop ends.
#include <pthread.h>

static volatile int flag;

static void* set(void* unused) {
  __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  while (!flag) {
  }
  return 0;
}
