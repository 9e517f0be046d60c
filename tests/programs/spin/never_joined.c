// heddle:
// expect: bug kind=livelock where=@
// heddle: --strategy=dpor
// expect: bug kind=livelock where=@
//
// The thread waits for what only the one that asks for its end could do.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void* work(void* unused) {
  sem_wait(&semaphore);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, 0, work, 0);
  while (pthread_tryjoin_np(thread, 0) == EBUSY) {  // @
  }
  return 0;
}
