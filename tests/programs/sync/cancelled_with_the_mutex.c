// heddle: --strategy=dpor --keep-going
// expect: bug kind=deadlock traces=3
// heddle: --strategy=contextual
// expect: bug kind=deadlock
//
// A thread that is cancelled while it waits on a condition variable has the mutex again, and nobody releases it.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void* wait(void* argument) {
  pthread_mutex_lock(&mutex);
  for (;;) pthread_cond_wait(&condition, &mutex);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}
