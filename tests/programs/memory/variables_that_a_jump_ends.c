// heddle: --strategy=contextual --keep-going
// expect: bug kind=use-after-free where=@
// heddle: --strategy=dpor --flags=-O2 --keep-going
// expect: bug kind=use-after-free where=@

// A longjmp leaves a function without its return; its variables end there, too, while another thread uses them.

#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>

static int* shared;
static sem_t ready;

__attribute__((noinline)) static void lend(jmp_buf back) {
  int local = 1;
  shared = &local;
  sem_post(&ready);
  longjmp(back, 1);
}

static void* lender(void* unused) {
  jmp_buf back;
  if (setjmp(back) == 0) lend(back);
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
