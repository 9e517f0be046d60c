// heddle: --strategy=dpor
// expect: bug kind=lock-misuse where=@
//
// The lock is held for reading, but by somebody else.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* unlock(void* unused) {
  pthread_rwlock_unlock(&lock);  // @
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&thread, NULL, unlock, NULL);
  pthread_join(thread, NULL);
  pthread_rwlock_unlock(&lock);
  return 0;
}
