// heddle: --strategy=contextual --keep-going
// expect: bug kind=use-after-free where=@
// heddle: --strategy=dpor --flags=-O2 --keep-going
// expect: bug kind=use-after-free where=@

// pthread_exit ends the variables of all functions that are left by it.

#include <pthread.h>
#include <semaphore.h>

static int* shared;
static sem_t ready;

__attribute__((noinline)) static void lend(void) {
  int local = 1;
  shared = &local;
  sem_post(&ready);
  pthread_exit(0);
}

static void* lender(void* unused) {
  lend();
  return unused;
}

int main(void) {
  sem_init(&ready, 0, 0);
  pthread_t thread;
  pthread_create(&thread, 0, lender, 0);
  sem_wait(&ready);
  *shared = 2;  // @
  pthread_join(thread, 0);
}
