// heddle:
// expect: incomplete reason="input before main"
//
// Constructors of globals run once, before all tests: an input there has one value only.
#include <heddle/heddle.h>

static int taken = heddle_range("x", 0, 7);

int main() {
  if (taken == 5) __builtin_abort();
  return 0;
}
