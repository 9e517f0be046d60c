// heddle: --strategy=contextual --joins=closing
// expect: bug kind=data-race
// heddle: --strategy=contextual --joins=closing --flags=-DJOINED
// expect: complete
//
// After joining one thread main writes what another one may read.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int data;

static void* first(void* unused) {
  atomic_store(&x, 1);
  return unused;
}

static void* second(void* unused) {
  return atomic_load(&x) == 0 && data != 0 ? &data : unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
#ifdef JOINED
  pthread_join(b, 0);
  data = 1;
#else
  data = 1;
  pthread_join(b, 0);
#endif
}
