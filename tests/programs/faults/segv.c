// heddle: --strategy=dpor
// expect: bug kind=segmentation-fault where=@
//
// A null pointer, if the thread comes first.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int value = 1;
static _Atomic(int*) pointer;

static void* use(void* unused) {
  int* p = atomic_load(&pointer);
  *p = 2;  // @
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, use, NULL);
  atomic_store(&pointer, &value);
  pthread_join(thread, NULL);
  return 0;
}
