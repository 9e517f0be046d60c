// heddle: --strategy=contextual
// expect: bug kind=use-after-free where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=use-after-free where=@

// The semaphore is a variable of a function that does not wait for the thread.

#include <pthread.h>
#include <semaphore.h>

static void* worker(void* argument) {
  sem_post(argument);  // @
  return NULL;
}

static pthread_t start(void) {
  sem_t semaphore;
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, worker, &semaphore);
  return thread;
}

int main(void) {
  pthread_join(start(), NULL);
  return 0;
}
