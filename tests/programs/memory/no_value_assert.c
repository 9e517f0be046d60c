// heddle: --strategy=contextual
// expect: bug kind=error where=@
// heddle: --strategy=dpor
// expect: bug kind=error where=@
// heddle: --strategy=contextual --flags=-O2
// expect: bug kind=error where=@

// Whether the variable has a value depends on the schedule: the branch is wrong in some runs only.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void* set(void* unused) {
  atomic_store(&flag, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  int x;
  if (atomic_load(&flag)) x = 1;
  assert(x == 1);  // @
  pthread_join(thread, 0);
  return 0;
}
