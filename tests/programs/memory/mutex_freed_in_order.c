// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=dpor --flags=-O2
// expect: complete

// The last of two users frees the memory of the mutex; a semaphore says that it is over.

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct Shared {
  pthread_mutex_t mutex;
  int users;
};

static void* worker(void* argument) {
  struct Shared* shared = argument;
  pthread_mutex_lock(&shared->mutex);
  const int last = --shared->users == 0;
  pthread_mutex_unlock(&shared->mutex);
  if (last) free(shared);
  return NULL;
}

static void* poster(void* argument) {
  sem_post(argument);
  return NULL;
}

int main(void) {
  struct Shared* shared = malloc(sizeof *shared);
  pthread_mutex_init(&shared->mutex, NULL);
  shared->users = 2;
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, worker, shared);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  sem_t* semaphore = malloc(sizeof *semaphore);
  sem_init(semaphore, 0, 0);
  pthread_create(&threads[0], NULL, poster, semaphore);
  sem_wait(semaphore);
  sem_destroy(semaphore);
  free(semaphore);
  pthread_join(threads[0], NULL);
  return 0;
}
