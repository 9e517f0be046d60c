// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive
// expect: bug kind=assertion where=@
//
// A thread whose assumption is refused stops; the others go on, and what they do is found. Here the assumption can
// never hold, so the other thread never finds what the first one would write.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void* assumes(void* unused) {
  heddle_assume(atomic_load(&x) == 2);
  atomic_store(&y, 1);
  return unused;
}
static void* fails(void* unused) {
  atomic_store(&x, 1);
  assert(atomic_load(&y) == 1);  // @
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, assumes, NULL);
  pthread_create(&threads[1], NULL, fails, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
