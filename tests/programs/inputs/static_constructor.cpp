// heddle:
// expect: bug kind=abort where=@
// heddle: --strategy=dpor
// expect: bug kind=abort where=@
//
// An input that a constructor of a global takes is explored as any other.
#include <heddle/heddle.h>

static int taken = heddle_range("x", 0, 7);

int main() {
  if (taken == 5) __builtin_abort();  // @
  return 0;
}
