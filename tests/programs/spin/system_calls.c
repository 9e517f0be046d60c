// heddle: --strategy=dpor
// expect: incomplete reason="syscall"
// heddle: --strategy=contextual
// expect: incomplete reason="syscall"
//
// System calls other than that of the futex do something in every iteration: this loop does not wait, and is not a
// livelock.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int limit = 20;

static void* count(void* unused) {
  while (syscall(SYS_dup, STDIN_FILENO) < limit) {
  }
  return unused;
}

int main(void) {
  pthread_t counter;
  pthread_create(&counter, NULL, count, NULL);
  pthread_join(counter, NULL);
  return 0;
}
