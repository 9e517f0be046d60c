// heddle: --strategy=dpor
// expect: bug kind=deadlock where=@
//
// The waker wakes before it changes the word: who looks in between sleeps for ever.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;

static void* change(void* unused) {
  syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
  atomic_store(&word, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, change, NULL);
  while (atomic_load(&word) == 0)
    syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);  // @
  pthread_join(thread, NULL);
  return 0;
}
