// heddle: --strategy=dpor
// expect: bug kind=deadlock
//
// Two readers that both want to become writers wait for each other; even one waits for itself.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* upgrade(void* unused) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, upgrade, NULL);
  pthread_join(thread, NULL);
  return 0;
}
