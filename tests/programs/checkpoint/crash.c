// Threads that crash, fail or overflow their stacks after the start: the findings are those of complete runs.
// heddle: --strategy=dpor --keep-going --always-checkpoint
// expect: bug kind=segmentation-fault
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --keep-going --no-checkpoint
// expect: bug kind=segmentation-fault
// expect: bug kind=assertion where=@
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int* _Atomic pointer;
int variable;

void* set(void* unused) {
  pointer = &variable;
  x = 1;
  return unused;
}

int main(void) {
  for (volatile int i = 0; i < 1000; ++i) ++variable;
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  if (x == 0) *pointer = 1;
  assert(variable == 1);  // @
  pthread_join(thread, NULL);
}
