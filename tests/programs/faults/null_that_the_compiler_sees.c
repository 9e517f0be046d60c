// heddle: --strategy=dpor
// expect: bug kind=segmentation-fault where=@
// heddle: --strategy=contextual --flags=-O0
// expect: bug kind=segmentation-fault where=@
// heddle: --strategy=exhaustive --flags=-O2
// expect: bug kind=segmentation-fault where=@
//
// A compiler that sees that a pointer is null may delete the access, and the way that leads to it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_int lock, flag;

static void* writer(void* unused) {
  (void)unused;
  atomic_store(&flag, 1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  int* found = NULL;
  pthread_create(&thread, NULL, writer, NULL);
  bool done = false;
  while (!done) {
    int is_free = 0;
    done = atomic_compare_exchange_strong(&lock, &is_free, 1);
  }
  if (atomic_load(&flag) == 1) *found = 1;  // @
  pthread_join(thread, NULL);
}
