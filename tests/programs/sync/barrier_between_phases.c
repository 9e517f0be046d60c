// heddle: --strategy=dpor
// expect: bug kind=data-race
// heddle: --strategy=contextual
// expect: bug kind=data-race
// heddle: --strategy=unfolding
// expect: bug kind=data-race
// heddle: --strategy=random --max-tests=1
// expect: bug kind=data-race
//
// One thread writes between two phases what another one reads there. The second may leave the first phase only when the
// first thread has arrived for the next one: that orders nothing.
#include <pthread.h>

static pthread_barrier_t barrier;
static int value;

static void* write_it(void* unused) {
  pthread_barrier_wait(&barrier);
  value = 1;
  pthread_barrier_wait(&barrier);
  return unused;
}

static void* read_it(void* unused) {
  pthread_barrier_wait(&barrier);
  int seen = value;
  (void)seen;
  pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&a, NULL, write_it, NULL);
  pthread_create(&b, NULL, read_it, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
