// heddle: --strategy=dpor
// expect: complete traces=5
// heddle: --strategy=exhaustive
// expect: complete traces=5
//
// The system call below all waiting: main sleeps until the word changes.
// The number of traces is what dpor and exhaustive agree on.
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;

static void* change(void* unused) {
  atomic_store(&word, 1);
  syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, change, NULL);
  while (atomic_load(&word) == 0) syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
  pthread_join(thread, NULL);
  assert(atomic_load(&word) == 1);
  return 0;
}
