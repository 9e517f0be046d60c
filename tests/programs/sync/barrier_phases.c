// heddle: --strategy=dpor
// expect: complete traces=4
// heddle: --strategy=exhaustive
// expect: complete traces=4
//
// Two threads write in one phase what the other reads in the next. Which one arrives last at each of the two phases
// makes a difference, because the results are looked at: 2 x 2.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int value[2];

static void* work(void* argument) {
  int self = *(int*)argument;
  value[self] = self + 1;
  int first = pthread_barrier_wait(&barrier);
  assert(value[1 - self] == 2 - self);
  int second = pthread_barrier_wait(&barrier);
  value[self] = 0;
  assert(first == 0 || first == PTHREAD_BARRIER_SERIAL_THREAD);
  assert(second == 0 || second == PTHREAD_BARRIER_SERIAL_THREAD);
  return argument;
}

int main(void) {
  int ids[2] = {0, 1};
  pthread_t a, b;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&a, NULL, work, &ids[0]);
  pthread_create(&b, NULL, work, &ids[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_barrier_destroy(&barrier);
  return 0;
}
