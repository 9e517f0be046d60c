// heddle: --strategy=contextual
// expect: bug kind=deadlock where=@
// heddle: --strategy=unfolding
// expect: bug kind=deadlock where=@
// heddle: --strategy=dpor
// expect: bug kind=deadlock where=@
// heddle: --strategy=exhaustive
// expect: bug kind=deadlock where=@
//
// main ends the program or waits for ever, as the race for the lock has it. Only in the second case it is a deadlock.
#include <pthread.h>
#include <semaphore.h>

static sem_t never;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int first;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  if (first == 0) first = 1;
  pthread_mutex_unlock(&mutex);
  sem_wait(&never);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&never, 0, 0);
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  int is_first = first == 0;
  if (is_first) first = 2;
  pthread_mutex_unlock(&mutex);
  if (is_first) return 0;
  sem_wait(&never);  // @
  return 0;
}
