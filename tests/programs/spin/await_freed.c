// heddle: --strategy=dpor
// expect: bug
// heddle: --strategy=contextual
// expect: bug
//
// A thread waits for a flag in memory that is freed in the meantime.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int* flag;

static void* wait_for_flag(void* unused) {
  while (atomic_load(flag) == 0) {
  }
  return unused;
}

int main(void) {
  flag = calloc(1, sizeof *flag);
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for_flag, NULL);
  free(flag);
  pthread_join(thread, NULL);
  return 0;
}
