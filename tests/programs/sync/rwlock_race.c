// heddle: --strategy=dpor
// expect: bug kind=data-race where=@
//
// A thread that holds the lock only for reading writes.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int counter;

static void* count(void* unused) {
  pthread_rwlock_rdlock(&lock);
  ++counter;  // @
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, count, NULL);
  pthread_create(&b, NULL, count, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
