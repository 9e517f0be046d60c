// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
//
// What a failed try leaves in errno and what the loop carries over are told apart, whatever the numbers.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t empty;

static void* tries(void* unused) {
  int left = 53;
  errno = 0;
  while (sem_trywait(&empty) != 0) {
    assert(left != 0);  // @
    left ^= 53;
  }
  return unused;
}

int main(void) {
  sem_init(&empty, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, tries, NULL);
  pthread_join(thread, NULL);
}
