// Thread-local variables of several megabytes.
// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=dpor -D RACE=1
// expect: bug kind=data-race
// heddle: -D COUNT=17000000
// expect: does-not-compile says="at most 66060288 are supported"
#include <assert.h>
#include <pthread.h>

#ifndef COUNT
#define COUNT 1000000
#endif

static __thread int mine[COUNT];
static int shared;

static void *work(void *nothing) {
  assert(mine[0] == 0 && mine[COUNT - 1] == 0);
  mine[0] = mine[COUNT - 1] = 1;
#ifdef RACE
  shared++;
#endif
  return nothing;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, NULL);
  work(NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(mine[COUNT - 1] == 1 && shared >= 0);
}
