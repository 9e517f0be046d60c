// heddle: --strategy=dpor --keep-going
// expect: bug kind=data-race where=@
// heddle: --strategy=contextual --keep-going
// expect: bug kind=data-race where=@
//
// A race of an unsuccessful look: when the loop is left, everything is in order.
#include <pthread.h>
#include <stdatomic.h>

static int flag;
static atomic_int ready;

static void* prepare(void* unused) {
  flag = 2;  // @
  atomic_store(&ready, 1);
  return unused;
}

static void* set(void* unused) {
  while (atomic_load(&ready) == 0) {
  }
  __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, prepare, NULL);
  pthread_create(&threads[1], NULL, set, NULL);
  while (__atomic_load_n(&flag, __ATOMIC_SEQ_CST) != 1) {
  }
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
