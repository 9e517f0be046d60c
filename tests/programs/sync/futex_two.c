// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=unfolding
// expect: complete
// heddle: --strategy=dpor
// expect: complete traces=115
// heddle: --strategy=dpor-1
// expect: complete traces=115
// heddle: --strategy=dpor-2
// expect: complete traces=115
//
// Two threads wait for a word to change, and are woken by one call.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;

static void* wait_for_it(void* unused) {
  while (atomic_load(&word) == 0) syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, wait_for_it, NULL);
  atomic_store(&word, 1);
  syscall(SYS_futex, &word, FUTEX_WAKE, 2, NULL, NULL, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
