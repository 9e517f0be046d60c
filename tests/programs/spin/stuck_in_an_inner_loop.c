// heddle: --strategy=dpor
// expect: bug kind=livelock
// heddle: --strategy=exhaustive
// expect: bug kind=livelock
// heddle: --strategy=contextual
// expect: bug kind=livelock
//
// The thread may be in its inner loop for ever, although by then it could leave the outer one. The attempt before that
// was taken for a turn in vain, after which the outer loop looks again, and the verdict was a proof.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;

static void* try(void* unused) {
  atomic_exchange(&y, 1);
  for (;;) {
    if (x == 2) break;
    if (!atomic_exchange(&y, 1)) break;
    while (y == 1) {}
  }
  return unused;
}

static void* release(void* unused) {
  x = 2;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, try, NULL);
  pthread_create(&threads[1], NULL, release, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
