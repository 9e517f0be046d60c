// limit: the unfolding is not searched for livelocks that no test shows; `complete` says so
// heddle: --strategy=contextual
// expect: complete assuming="no livelock except in the tests that were run (--strategy=dpor)"
// heddle: --strategy=dpor
// expect: complete assuming="sequential consistency"
//
// A loop that looks at two things. (For one that only looks at one the unfolding is searched: spin/await_livelock.c.)
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, stopped;

static void* set(void* unused) {
  ready = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  while (!ready && !stopped) {
  }
  pthread_join(thread, NULL);
  return 0;
}
