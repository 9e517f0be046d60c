// heddle: --strategy=dpor
// expect: bug kind=use-after-free where=@
// heddle: --strategy=contextual
// expect: bug kind=use-after-free where=@
//
// The memory is gone when the look comes late, although the assumption is refused in any case.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int* cell;

static void* assumes(void* unused) {
  heddle_assume(atomic_load(cell) == 2);  // @
  return unused;
}

int main(void) {
  cell = malloc(sizeof *cell);
  atomic_init(cell, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, assumes, NULL);
  free(cell);
  atomic_int* other = malloc(sizeof *other);
  atomic_init(other, 1);
  pthread_join(thread, NULL);
  free(other);
  return 0;
}
