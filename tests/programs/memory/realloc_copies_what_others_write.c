// heddle: --strategy=contextual --keep-going
// expect: bug kind=data-race
// expect: bug kind=use-after-free
// heddle: --strategy=unfolding --keep-going
// expect: bug kind=data-race
// expect: bug kind=use-after-free
// heddle: --strategy=dpor --keep-going
// expect: bug kind=data-race
// expect: bug kind=use-after-free
//
// Which value is moved to the new block depends on the schedule: moving it is a step.

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int* block;
static atomic_int flag, w;

static void* write(void* unused) {
  if (block) *block = 9;
  if (flag) w = 3;
  return unused;
}

static void* read(void* unused) {
  if (flag) {
    volatile int a = *block;
    (void)a;
  }
  return unused;
}

int main(void) {
  block = calloc(4, 4);
  pthread_t threads[2];
  pthread_create(&threads[0], 0, write, 0);
  pthread_create(&threads[1], 0, read, 0);
  block = realloc(block, 32);
  flag = 1;
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
