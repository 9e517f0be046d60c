// heddle: --keep-going --flags=-fsanitize=undefined
// expect: bug kind=illegal-instruction where=14 says="undefined behaviour: a sum overflows"
// expect: bug kind=out-of-range where=15 says="array index out of range: an index is out of the bounds of its array"
// expect: bug kind=division-by-zero where=16
// expect: bug kind=illegal-instruction where=17
#include <heddle/heddle.h>

static const int kTable[4] = {1, 2, 3, 4};

int main(void) {
  const int which = heddle_range("which", 0, 3);
  const int x = heddle_int("x");
  int y = 0;
  if (which == 0) y = x + 1;
  if (which == 1) y = kTable[x & 7];
  if (which == 2 && x >= 0 && x < 9) y = 100 / x;
  if (which == 3 && x > 0 && x < 40) y = 1 << x;
  volatile int result = y;
  (void)result;
  return 0;
}
