// heddle: --strategy=dpor
// expect: complete traces=3
// heddle: --strategy=exhaustive
// expect: complete traces=3
//
// trylock comes before the section of the other thread, in it (and fails), or after it.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  int result = pthread_mutex_trylock(&mutex);
  assert(result == 0 || result == EBUSY);
  if (result == 0) pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
