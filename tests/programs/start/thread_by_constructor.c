// limit: Constructors of the program may create threads, too
// heddle:
// expect: bug kind=assertion where=@
// heddle: --keep-going --strategy=exhaustive
// expect: bug kind=assertion where=@ traces=3
// heddle: --keep-going --strategy=dpor
// expect: bug kind=assertion where=@ traces=3
// heddle: --keep-going --strategy=dpor-1
// expect: bug kind=assertion where=@
// heddle: --keep-going --strategy=dpor-2
// expect: bug kind=assertion where=@
// heddle: --keep-going --strategy=unfolding
// expect: bug kind=assertion where=@
// heddle: --isolation=fork
// expect: bug kind=assertion where=@
//
// A thread that a constructor starts is explored as one that main starts: it may run before main, or after what main
// does first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static pthread_t thread;

static void* work(void* unused) {
  x = 1;
  return unused;
}

__attribute__((constructor)) static void start(void) { pthread_create(&thread, 0, work, 0); }

int main(void) {
  const int before = x;
  const int after = x;
  assert(before == after);  // @
  pthread_join(thread, 0);
  return 0;
}
