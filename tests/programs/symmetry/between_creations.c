// heddle: --strategy=dpor --symmetry=on
// expect: bug kind=data-race
//
// What main writes between two creations is ordered before the second thread, not before the first: who reads it, the
// one that comes second, can be either.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int tickets;
static int configuration;

static void* worker(void* unused) {
  if (atomic_fetch_add_explicit(&tickets, 1, memory_order_relaxed) == 1 && configuration == 2) return 0;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  configuration = 1;
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
