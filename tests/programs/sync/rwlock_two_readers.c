// limit: The unfolding explores the orders in which readers of a lock come and go
// heddle: --strategy=dpor
// expect: complete traces=1
// heddle: --strategy=exhaustive
// expect: complete traces=1
// heddle: --strategy=contextual
// expect: complete tests=6
//
// Two readers can be inside together, and neither can tell when the other one came. In the unfolding each of their four
// operations is a version of the lock: 4! / (2! 2!).
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value = 7;

static void* read_value(void* unused) {
  pthread_rwlock_rdlock(&lock);
  assert(value == 7);
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, read_value, NULL);
  pthread_create(&b, NULL, read_value, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
