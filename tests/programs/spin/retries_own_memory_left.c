// heddle: --strategy=dpor
// expect: bug kind=data-race where=@
// heddle: --strategy=contextual
// expect: bug kind=data-race where=@
//
// Only a turn that fails reads the flag too late: the loop is left, without reading it, once the variable is empty, and
// whoever replaces the variable before is in order with the other thread.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int nodes[3];
static _Atomic(int*) top = &nodes[0];
static int flag;

static void* replaces(void* unused) {
  int* old = atomic_load(&top);
  do {
    if (old == NULL) return unused;
  } while (!atomic_compare_exchange_weak(&top, &old, flag ? &nodes[1] : &nodes[2]));  // @
  return unused;
}

static void* takes(void* unused) {
  atomic_exchange(&top, NULL);
  flag = 1;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, replaces, NULL);
  pthread_create(&threads[1], NULL, takes, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
