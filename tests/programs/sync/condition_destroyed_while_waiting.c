// heddle: --strategy=dpor --keep-going
// expect: bug kind=sync-misuse where=@
//
// main destroys a condition variable without knowing whether the other thread waits on it.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition;

static void* wait(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_cond_init(&condition, NULL);
  pthread_create(&thread, NULL, wait, NULL);
  pthread_detach(thread);
  pthread_cond_destroy(&condition);  // @
  return 0;
}
