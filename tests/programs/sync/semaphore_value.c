// heddle: --strategy=dpor
// expect: complete traces=2
//
// Looking at the count: before the post or after it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void* post(void* unused) {
  sem_post(&semaphore);
  return unused;
}

int main(void) {
  pthread_t thread;
  int value = -1;
  sem_init(&semaphore, 0, 3);
  pthread_create(&thread, NULL, post, NULL);
  sem_getvalue(&semaphore, &value);
  assert(value == 3 || value == 4);
  pthread_join(thread, NULL);
  sem_getvalue(&semaphore, &value);
  assert(value == 4);
  sem_destroy(&semaphore);
  sem_init(&semaphore, 0, 1);  // a new one at the same place
  sem_getvalue(&semaphore, &value);
  assert(value == 1);
  return 0;
}
