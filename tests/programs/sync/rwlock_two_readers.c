// limit: Readers of a readers-writer lock exclude nobody, but the order in which they come is explored.
// heddle: --strategy=dpor
// expect: complete traces=6
// heddle: --strategy=exhaustive
// expect: complete traces=6
//
// Two readers can be inside together. Each of their four operations changes the number of readers, so their orders
// count as different: 4! / (2! 2!).
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
