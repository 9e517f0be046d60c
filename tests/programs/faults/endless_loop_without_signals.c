// heddle: --patience=0.1
// expect: incomplete reason="cut in an endless local loop"
//
// A thread that runs too long and ignores signals is killed, which is not a failure of the program.
#include <pthread.h>
#include <signal.h>

static void* work(void* unused) {
  for (unsigned long i = 1; i != 0; i += 2) __asm__ volatile("");
  return unused;
}

int main(void) {
  pthread_t thread;
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
