// heddle: --strategy=contextual --joins=closing
// expect: complete tests=523 events=1051
// heddle: --strategy=contextual --joins=precise
// expect: complete events=2961
// heddle: --strategy=contextual --joins=closing --flags=-DLOOKS
// expect: complete events=2961
//
// Main joins its threads and ends: how they have ended is nothing that it knows, unless it looks. What it frees, prints, or
// keeps for itself does not matter.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_int sums[2] = {1, 1};
static int seen;

static void* work(void* argument) {
  const int me = *(int*)argument;
  if (me == 2) {
    seen = atomic_load(&sums[0]);
    seen += atomic_load(&sums[1]);
    return 0;
  }
  for (int i = 0; i < 3; ++i) atomic_store(&sums[me], atomic_load(&sums[me]) + atomic_load(&sums[1 - me]));
  return 0;
}

int main(void) {
  pthread_t threads[3];
  int* arguments = malloc(3 * sizeof(int));
  for (int i = 0; i < 3; ++i) {
    arguments[i] = i;
    pthread_create(&threads[i], 0, work, &arguments[i]);
  }
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  free(arguments);
  printf("done\n");
#ifdef LOOKS
  if (seen < 0) printf("%d\n", seen);
#endif
}
