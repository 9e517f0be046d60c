// heddle: --strategy=dpor --symmetry=on
// expect: bug kind=assertion where=@
//
// And so can threads whose results differ, if somebody looks at one of them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_long tickets;

static void* worker(void* unused) {
  (void)unused;
  return (void*)atomic_fetch_add(&tickets, 1);
}

int main(void) {
  pthread_t a, b;
  void* mine;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, &mine);
  pthread_join(b, 0);
  assert(mine == 0);  // @
  return 0;
}
