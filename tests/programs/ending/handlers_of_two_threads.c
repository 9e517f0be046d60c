// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive
// expect: bug kind=assertion where=@
//
// Two threads register handlers: those run in the reverse order, whatever it was.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int last;

static void first(void) { last = 1; }
static void second(void) { assert(last != 1); }  // @

static void* add_first(void* unused) {
  atexit(first);
  return unused;
}
static void* add_second(void* unused) {
  atexit(second);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add_first, NULL);
  pthread_create(&b, NULL, add_second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
