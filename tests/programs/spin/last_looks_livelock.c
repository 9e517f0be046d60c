// heddle: --strategy=dpor
// expect: bug kind=livelock where=@
// heddle: --strategy=exhaustive
// expect: bug kind=livelock where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=livelock
//
// Both looks of a turn find what nobody changes any more: the thread waits at the second one, and would turn round for
// ever. If it has looked at `wants` too early, another turn would end the loop, and that is no livelock.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants = 1, turn = 1, left;

static void* waits(void* unused) {
  while (atomic_load(&wants) == 1 && atomic_load(&turn) == 1) {  // @
  }
  return unused;
}
static void* leaves(void* unused) {
  if (atomic_load(&left) == 0) atomic_store(&wants, 0);
  return unused;
}
static void* disturbs(void* unused) {
  atomic_store(&left, 1);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, waits, NULL);
  pthread_create(&threads[1], NULL, leaves, NULL);
  pthread_create(&threads[2], NULL, disturbs, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  return 0;
}
