// heddle: --strategy=contextual
// expect: bug kind=sync-misuse
// heddle: --strategy=unfolding
// expect: bug kind=sync-misuse
// heddle: --strategy=dpor
// expect: bug kind=sync-misuse
// heddle: --strategy=exhaustive
// expect: bug kind=sync-misuse
//
// An exit handler destroys a mutex that a thread still uses.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void clean_up(void) { pthread_mutex_destroy(&mutex); }

int main(void) {
  pthread_t thread;
  atexit(clean_up);
  pthread_create(&thread, NULL, work, NULL);
  pthread_detach(thread);
  return 0;
}
