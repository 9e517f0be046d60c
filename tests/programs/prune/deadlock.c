// The deadlock occurs in only one of the orders, after rounds that are known.
// heddle: --strategy=dpor --prune=assertions --keep-going
// expect: bug kind=deadlock
// heddle: --strategy=exhaustive --prune=assertions --keep-going
// expect: bug kind=deadlock
// heddle: --strategy=dpor-1 --prune=assertions --keep-going
// expect: bug kind=deadlock
// heddle: --strategy=dpor-2 --prune=assertions --keep-going
// expect: bug kind=deadlock
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t* first, pthread_mutex_t* second) {
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void* other(void* unused) {
  for (int i = 0; i < 2; i++) atomic_fetch_add(&x, 1);
  both(&n, &m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  int a = atomic_load(&x);
  if (a == 1) both(&m, &n);
  pthread_join(t, 0);
}
