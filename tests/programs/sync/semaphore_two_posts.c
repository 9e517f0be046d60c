// heddle: --strategy=dpor
// expect: complete traces=3
// heddle: --strategy=exhaustive
// expect: complete traces=3
//
// Two threads post, main waits twice. Traces are the orders that never go below zero, but the order of two posts with
// nothing in between does not matter: p q w w, p w q w, q w p w.
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
