// heddle: --strategy=dpor
// expect: bug kind=data-race where=@
// heddle: --strategy=contextual
// expect: bug kind=data-race where=@
//
// The flag that a thread waits for is also written without an atomic operation. Nobody waits for such memory without
// looking at it: each look may race.
#include <pthread.h>
#include <stdatomic.h>

static int flag;

static void* set(void* unused) {
  flag = 1;  // @
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  while (__atomic_load_n(&flag, __ATOMIC_SEQ_CST) == 0) {
  }
  pthread_join(thread, NULL);
  return 0;
}
