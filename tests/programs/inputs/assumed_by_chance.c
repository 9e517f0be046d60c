// Random testing takes inputs that meet the assumptions, and various ones.
// heddle: --strategy=random --no-races
// expect: bug kind=assertion where=@
// heddle: --strategy=pct --no-races
// expect: bug kind=assertion where=@
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static int shared;

static void* writer(void* value) {
  shared = *(int*)value;
  return 0;
}

int main(void) {
  int x = heddle_int("x");
  int y = heddle_int("y");
  heddle_assume(x > 1000000 && x % 7 == 3);
  heddle_assume(x + y == 2000000000);
  pthread_t thread;
  pthread_create(&thread, 0, writer, &x);
  int seen = shared;
  pthread_join(thread, 0);
  assert(seen == 0 || seen % 5 != 2);  // @
  return 0;
}
