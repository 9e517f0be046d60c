// heddle: --strategy=dpor --keep-going
// expect: bug kind=sync-misuse where=@
//
// Whoever destroys a mutex must know that nobody holds it. Here that depends on the schedule.
#include <pthread.h>

static pthread_mutex_t mutex;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_init(&mutex, NULL);
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_destroy(&mutex);  // @
  pthread_join(thread, NULL);
  return 0;
}
