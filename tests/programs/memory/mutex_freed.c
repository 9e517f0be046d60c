// heddle: --strategy=contextual
// expect: bug kind=use-after-free
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=use-after-free

// One thread frees the mutex that another is about to lock.

#include <pthread.h>
#include <stdlib.h>

static void* worker(void* argument) {
  pthread_mutex_t* mutex = argument;
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
  return NULL;
}

int main(void) {
  pthread_mutex_t* mutex = malloc(sizeof *mutex);
  pthread_t thread;
  pthread_mutex_init(mutex, NULL);
  pthread_create(&thread, NULL, worker, mutex);
  free(mutex);
  pthread_join(thread, NULL);
  return 0;
}
