// heddle: --strategy=dpor
// expect: bug kind=division-by-zero
//
// A divisor that another thread changes.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int divisor = 1;

static void* change(void* unused) {
  atomic_store(&divisor, 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, change, NULL);
  volatile int one = 1;
  int by = atomic_load(&divisor);
  volatile int result = one / by;
  (void)result;
  pthread_join(thread, NULL);
  return 0;
}
