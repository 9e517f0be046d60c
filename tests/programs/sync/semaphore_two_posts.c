// heddle: --strategy=dpor
// expect: complete traces=4
// heddle: --strategy=exhaustive
// expect: complete traces=4
//
// Two threads post, main waits twice. All four operations change the count, so traces are the orders that never go
// below zero: p q w w, p w q w, and the same with the posts exchanged.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void* post(void* unused) {
  sem_post(&semaphore);
  return unused;
}

int main(void) {
  pthread_t a, b;
  sem_init(&semaphore, 0, 0);
  pthread_create(&a, NULL, post, NULL);
  pthread_create(&b, NULL, post, NULL);
  sem_wait(&semaphore);
  sem_wait(&semaphore);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(sem_trywait(&semaphore) == -1);
  sem_destroy(&semaphore);
  return 0;
}
