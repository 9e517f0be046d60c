// heddle: --strategy=dpor --flags=-O0
// expect: bug kind=segmentation-fault where=@
// heddle: --strategy=exhaustive
// expect: bug kind=segmentation-fault where=@
//
// A function in which a loop only pauses: that the loop is taken out does not change what comes after it.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;

static void* writer(void* unused) {
  (void)unused;
  atomic_store(&flag, 1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  int* found = NULL;
  pthread_create(&thread, NULL, writer, NULL);
  for (int i = 0; i < 3; ++i) sched_yield();
  if (atomic_load(&flag) == 1) *found = 1;  // @
  pthread_join(thread, NULL);
}
