// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=exhaustive
// expect: complete
// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=unfolding
// expect: complete
//
// A thread that waits at the last look of a turn, and has looked at something else too early, is in no livelock.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants = 1, turn = 1;

static void* waits(void* unused) {
  while (atomic_load(&wants) == 1 && atomic_load(&turn) == 1) {
  }
  return unused;
}
static void* leaves(void* unused) {
  atomic_store(&turn, 1);
  atomic_store(&wants, 0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, waits, NULL);
  pthread_create(&threads[1], NULL, leaves, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
