// limit: no preference: readers and writers get the lock in any order
// heddle: --strategy=dpor
// expect: complete traces=2
// heddle: --strategy=exhaustive
// expect: complete traces=2
//
// One reads, one writes: before or after.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;

static void* write_both(void* unused) {
  pthread_rwlock_wrlock(&lock);
  a = 1;
  b = 1;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, write_both, NULL);
  pthread_rwlock_rdlock(&lock);
  assert(a == b);
  pthread_rwlock_unlock(&lock);
  pthread_join(thread, NULL);
  assert(pthread_rwlock_destroy(&lock) == 0);
  return 0;
}
