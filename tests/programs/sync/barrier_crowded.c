// heddle: --strategy=dpor --keep-going
// expect: bug kind=assertion
// heddle: --strategy=contextual --keep-going
// expect: bug kind=assertion
//
// Four threads at a barrier for two: the order of arrival decides who meets whom, which shows in what they find there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int arrived[4];

static void* work(void* argument) {
  atomic_int* mine = argument;
  *mine = 1;
  pthread_barrier_wait(&barrier);
  if (mine == &arrived[0]) assert(arrived[1] || arrived[2]);  // not if it met the last one
  return argument;
}

int main(void) {
  pthread_t threads[4];
  pthread_barrier_init(&barrier, NULL, 2);
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, work, &arrived[i]);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  return 0;
}
