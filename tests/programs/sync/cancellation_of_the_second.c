// heddle:
// expect: complete
// heddle: --strategy=dpor
// expect: complete
//
// Which thread is cancelled depends on the order: the second one may wait for ever in the first run in which it is
// cancelled, since it was not known that its wait can end that way. That is not a deadlock.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore;

static void* take(void* unused) {
  sem_wait(&semaphore);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&semaphore, 0, 0);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, take, NULL);
  sem_post(&semaphore);
  pthread_cancel(threads[0]);
  void* result = NULL;
  pthread_join(threads[0], &result);
  if (result != PTHREAD_CANCELED) {
    pthread_cancel(threads[1]);
    pthread_join(threads[1], &result);
    assert(result == PTHREAD_CANCELED);
  }
}
