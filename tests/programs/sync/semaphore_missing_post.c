// heddle: --strategy=dpor
// expect: bug kind=deadlock where=@
//
// trywait takes what the waiting thread needs.
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void* take(void* unused) {
  sem_trywait(&semaphore);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 1);
  pthread_create(&thread, NULL, take, NULL);
  sem_wait(&semaphore);  // @
  pthread_join(thread, NULL);
  return 0;
}
