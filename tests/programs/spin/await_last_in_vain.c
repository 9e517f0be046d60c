// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding
// expect: bug kind=assertion where=@
//
// What the last look in vain has found, in a loop whose end is decided by several comparisons.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int phase;

static void* goes_on(void* unused) {
  phase = 1;
  phase = 2;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, goes_on, NULL);
  int before = 0;
  int now;
  while ((now = phase) != 2 && now != 3) before = now;
  assert(before == 0);  // @
  pthread_join(thread, NULL);
}
