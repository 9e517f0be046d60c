// heddle: --strategy=contextual
// expect: bug kind=exit-code
// heddle: --strategy=unfolding
// expect: bug kind=exit-code
// heddle: --strategy=dpor
// expect: bug kind=exit-code
// heddle: --strategy=exhaustive
// expect: bug kind=exit-code
//
// A handler calls exit again: the others are still called, and the last code counts.
#include <assert.h>
#include <stdlib.h>

static int calls;

static void last(void) { assert(calls == 1); }
static void again(void) {
  ++calls;
  exit(3);
}

int main(void) {
  atexit(last);
  atexit(again);
  return 0;
}
