// heddle: --strategy=dpor
// expect: bug kind=livelock
// heddle: --strategy=contextual
// expect: bug kind=livelock
// heddle: --strategy=unfolding
// expect: bug kind=livelock
// heddle: --strategy=exhaustive
// expect: bug kind=livelock
//
// Two threads wait for ever for the same variable: one in a loop that waits, the other in one that looks again and again.

#include <pthread.h>

static int w;

static void* look(void* unused) {
  while (__atomic_load_n(&w, __ATOMIC_SEQ_CST) % 2 != 1) {
  }
  return unused;
}

static void* wait(void* unused) {
  while (__atomic_load_n(&w, __ATOMIC_SEQ_CST) != 2) {
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, look, 0);
  pthread_create(&threads[1], 0, wait, 0);
  pthread_exit(0);
}
