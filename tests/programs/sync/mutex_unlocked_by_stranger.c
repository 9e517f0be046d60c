// heddle: --strategy=contextual
// expect: bug kind=sync-misuse where=@
// heddle: --strategy=unfolding
// expect: bug kind=sync-misuse where=@
// heddle: --strategy=dpor
// expect: bug kind=sync-misuse where=@
// heddle: --strategy=exhaustive
// expect: bug kind=sync-misuse where=@
//
// Unlocking an error-checking mutex that one does not hold fails whatever others do, but not if they have destroyed it:
// it looks at the mutex.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void* stranger(void* unused) {
  pthread_mutex_unlock(&mutex);  // @
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, stranger, NULL);
  pthread_mutex_destroy(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
