// heddle:
// expect: bug kind=assertion
// heddle: --strategy=dpor
// expect: bug kind=assertion
//
// A loop that does not wait in every iteration: in some it counts, in a thread-local variable that only the loop knows.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int closed = 1;
static _Thread_local int looks;

static void* work(void* unused) {
  while (atomic_load(&closed)) {
    if (looks < 3) ++looks;
    if (looks == 3) atomic_store(&closed, 2);
    if (atomic_load(&closed) == 2) break;
  }
  assert(atomic_load(&closed) != 2);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
}
