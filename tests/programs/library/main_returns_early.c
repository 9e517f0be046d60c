// heddle: --strategy=dpor
// expect: complete
//
// main returns while a detached thread still runs: the thread runs to its end, or waits for ever without harm.
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void* work(void* unused) { return unused; }

static void* wait(void* unused) {
  sem_wait(&never);
  return unused;
}

int main(void) {
  pthread_t a, b;
  sem_init(&never, 0, 0);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, wait, NULL);
  pthread_detach(a);
  pthread_detach(b);
  return 0;
}
