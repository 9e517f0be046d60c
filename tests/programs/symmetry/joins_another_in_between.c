// heddle: --strategy=dpor --keep-going
// expect: bug kind=deadlock
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual --keep-going
// expect: bug kind=deadlock
// expect: bug kind=assertion where=@
// heddle: --strategy=auto --keep-going
// expect: bug kind=deadlock
// expect: bug kind=assertion where=@
//
// main acts between the joins of two equal threads, and joins another one in between: that does not make it forget what it
// did before.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t s;
static atomic_int x;

static void* wait_for_it(void* unused) {
  sem_wait(&s);
  return unused;
}

static void* look(void* unused) {
  assert(x == 0);  // @
  return unused;
}

int main(void) {
  pthread_t threads[2], other;
  sem_init(&s, 0, 1);
  pthread_create(&threads[0], 0, wait_for_it, 0);
  pthread_create(&threads[1], 0, wait_for_it, 0);
  pthread_create(&other, 0, look, 0);
  pthread_join(threads[1], 0);
  x = 1;
  pthread_join(other, 0);
  pthread_join(threads[0], 0);
  return 0;
}
