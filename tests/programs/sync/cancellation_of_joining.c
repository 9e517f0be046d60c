// limit: Cancellation points: `pthread_testcancel`, `pthread_join`, waits on condition variables
// heddle: -D CASE=1
// expect: bug kind=assertion where=@
// heddle: -D CASE=2
// expect: complete
//
// Joining is a cancellation point: what follows need not happen, and a thread that waits for one that never ends can be
// cancelled.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;
static int done;

static void* end(void* unused) {
  if (CASE == 2) sem_wait(&never);
  return unused;
}

static void* wait_for_it(void* unused) {
  pthread_t thread;
  pthread_create(&thread, NULL, end, NULL);
  pthread_join(thread, NULL);
  done = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&never, 0, 0);
  pthread_create(&thread, NULL, wait_for_it, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  assert(done == (CASE == 1));  // @
  return 0;
}
