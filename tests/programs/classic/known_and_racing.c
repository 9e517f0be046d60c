// heddle: --strategy=contextual
// expect: bug kind=data-race
// heddle: --strategy=contextual --flags=-DATOMIC
// expect: bug kind=data-race
// heddle: --strategy=unfolding
// expect: bug kind=data-race
// heddle: --strategy=unfolding --flags=-DATOMIC
// expect: bug kind=data-race
//
// A thread that knows through a relaxed flag what another one has done is not ordered after it.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value, flag;
static int data;

static void* write_it(void* unused) {
#ifdef ATOMIC
  atomic_store_explicit(&value, 1, memory_order_relaxed);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
#else
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  data = 1;
#endif
  return unused;
}

static void* read_it(void* unused) {
  if (atomic_load_explicit(&flag, memory_order_relaxed) == 0) return unused;
#ifdef ATOMIC
  return *(int*)&value == 0 ? NULL : unused;
#else
  return data == 0 ? NULL : unused;
#endif
}

int main(void) {
  pthread_t a;
  pthread_t b;
  pthread_create(&a, NULL, write_it, NULL);
  pthread_create(&b, NULL, read_it, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
