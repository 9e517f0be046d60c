// heddle: --strategy=contextual --keep-going
// expect: bug kind=use-after-free where=@
// heddle: --strategy=dpor --keep-going --flags=-O2
// expect: bug kind=use-after-free where=@

// The signal comes after the mutex is free again: the waiter may have freed the condition variable.

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void* worker(void* argument) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);
  pthread_cond_signal(argument);  // @
  return NULL;
}

int main(void) {
  pthread_cond_t* condition = malloc(sizeof *condition);
  pthread_t thread;
  pthread_cond_init(condition, NULL);
  pthread_create(&thread, NULL, worker, condition);
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(condition, &mutex);
  pthread_mutex_unlock(&mutex);
  free(condition);
  pthread_join(thread, NULL);
  return 0;
}
