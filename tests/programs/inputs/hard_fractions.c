// heddle: --solver-seconds=1 --strategy=dpor
// expect: incomplete reason="too hard for the solver"
// heddle: --solver-seconds=1 --strategy=contextual
// expect: incomplete reason="too hard for the solver"
#include <heddle/heddle.h>
#include <stdlib.h>
#include <string.h>

/* No answer about these products and quotients comes soon: the limit of time holds for questions about floating point, too. */
static double number(const char* name) {
  long bits = 0;
  heddle_input(&bits, sizeof bits, name);
  double result = 0;
  memcpy(&result, &bits, sizeof result);
  return result;
}

int main(void) {
  const double x = number("x");
  const double y = number("y");
  if (!(x > 1.5 && x < 1000 && y > 1.5 && y < 1000)) return 0;
  if (x * y * x / (y + 0.1) == 7.123456789012345 && x / y * x == y * y - 0.3) abort();
  return 0;
}
