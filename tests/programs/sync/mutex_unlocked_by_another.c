// heddle: --strategy=dpor
// expect: bug kind=lock-misuse where=@
//
// A mutex is not a semaphore: the thread that locks it must unlock it.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* unlock(void* unused) {
  pthread_mutex_unlock(&mutex);  // @
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, unlock, NULL);
  pthread_join(thread, NULL);
  return 0;
}
