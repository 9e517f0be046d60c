// heddle: --strategy=dpor
// expect: complete traces=1
// heddle: --strategy=exhaustive
// expect: complete traces=1
// heddle: --strategy=con2colic
// expect: complete
// heddle: --strategy=auto
// expect: complete
//
// Three threads meet twice at a barrier. Nobody looks at who was the last one, so the order of arrival does not matter:
// one trace instead of 36.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int value[3];

static void* work(void* argument) {
  int* mine = argument;
  *mine = 1;
  pthread_barrier_wait(&barrier);
  assert(value[0] + value[1] + value[2] == 3);
  pthread_barrier_wait(&barrier);
  *mine = 0;
  return argument;
}

int main(void) {
  pthread_t threads[3];
  pthread_barrier_init(&barrier, NULL, 3);
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, work, &value[i]);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  return 0;
}
