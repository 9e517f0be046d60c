// heddle: --strategy=dpor --keep-going
// expect: bug kind=deadlock
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual --keep-going
// expect: bug kind=deadlock
// expect: bug kind=assertion where=@
//
// One of two equal threads never ends: which one decides how far main gets.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void* wait_for_it(void* unused) {
  sem_wait(&s);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&s, 0, 1);
  pthread_create(&threads[0], 0, wait_for_it, 0);
  pthread_create(&threads[1], 0, wait_for_it, 0);
  pthread_join(threads[1], 0);
  assert(0);  // @
  pthread_join(threads[0], 0);
  return 0;
}
