// heddle: --strategy=dpor
// expect: complete traces=3
// heddle: --strategy=exhaustive
// expect: complete traces=3
//
// Semaphores by name: the first thread creates it.
// The number of traces is what dpor and exhaustive agree on.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static void* post(void* unused) {
  sem_t* semaphore = sem_open("/turn", O_CREAT, 0600, 0);
  assert(semaphore != SEM_FAILED);
  sem_post(semaphore);
  sem_close(semaphore);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(sem_open("/nothing", 0) == SEM_FAILED && errno == ENOENT);
  pthread_create(&thread, NULL, post, NULL);
  sem_t* semaphore = sem_open("/turn", O_CREAT, 0600, 0);
  sem_wait(semaphore);
  pthread_join(thread, NULL);
  assert(sem_open("/turn", O_CREAT | O_EXCL, 0600, 0) == SEM_FAILED && errno == EEXIST);
  sem_close(semaphore);
  assert(sem_unlink("/turn") == 0);
  assert(sem_unlink("/turn") == -1);
  return 0;
}
