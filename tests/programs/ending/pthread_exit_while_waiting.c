// heddle: --strategy=contextual
// expect: bug kind=deadlock where=@
// heddle: --strategy=unfolding
// expect: bug kind=deadlock where=@
// heddle: --strategy=dpor
// expect: bug kind=deadlock where=@
// heddle: --strategy=exhaustive
// expect: bug kind=deadlock where=@
//
// pthread_exit ends main, not the program: the thread that waits for ever keeps it alive.
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void* wait_for_ever(void* unused) {
  sem_wait(&never);  // @
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&never, 0, 0);
  pthread_create(&thread, NULL, wait_for_ever, NULL);
  pthread_exit(NULL);
}
