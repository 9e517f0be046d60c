// heddle: --strategy=dpor
// expect: complete traces=2
//
// Exactly one of the group is told that it is the one; a barrier for nobody cannot be created.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int is_serial[2];

static void* work(void* argument) {
  int* mine = argument;
  *mine = pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
  return argument;
}

int main(void) {
  pthread_t a, b;
  assert(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&a, NULL, work, &is_serial[0]);
  pthread_create(&b, NULL, work, &is_serial[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(is_serial[0] + is_serial[1] == 1);
  return 0;
}
