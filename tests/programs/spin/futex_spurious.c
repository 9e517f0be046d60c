// heddle: --strategy=dpor --spurious
// expect: complete traces=11
// heddle: --strategy=contextual --spurious
// expect: complete
// heddle: --strategy=unfolding --spurious
// expect: complete
// heddle: --strategy=exhaustive --spurious
// expect: complete traces=11
//
// A futex in a loop, as it should be: waking up without a reason is an iteration without effect.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int ready;

static void* wait(void* unused) {
  while (ready == 0) syscall(SYS_futex, &ready, FUTEX_WAIT, 0, NULL, NULL, 0);
  return unused;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, NULL, wait, NULL);
  ready = 1;
  syscall(SYS_futex, &ready, FUTEX_WAKE, 1, NULL, NULL, 0);
  pthread_join(waiter, NULL);
  return 0;
}
