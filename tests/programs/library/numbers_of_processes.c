// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=contextual --isolation=fork
// expect: complete
//
// The numbers of the process and its threads are the same in every run.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int number;

static void* work(void* unused) {
  number = gettid();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  assert(getpid() == 1001 && gettid() == 1001 && number == 1002 && getppid() == 1000);
  return 0;
}
