// heddle:
// expect: complete
// heddle: --strategy=dpor
// expect: complete
//
// A lock that is a variable of a function, and still held when that returns, is another one in the next call.
#include <pthread.h>

static void lock(void) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  pthread_rwlock_t rwlock;
  pthread_rwlock_init(&rwlock, NULL);
  pthread_rwlock_wrlock(&rwlock);
}

static void* work(void* unused) {
  lock();
  lock();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
}
