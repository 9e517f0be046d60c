// heddle: --strategy=dpor --keep-going
// expect: bug kind=exit-code traces=2
//
// The program says itself that something went wrong.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* set(void* unused) {
  atomic_store(&x, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  int seen = atomic_load(&x);
  pthread_join(thread, NULL);
  return seen == 1 ? 3 : 0;
}
