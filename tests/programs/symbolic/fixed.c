// limit: floating point that is computed from an input
// heddle: --strategy=contextual
// expect: incomplete reason="symbolic value fixed (floating point, vectors or wide numbers"
//
// There are no expressions of floating point: the value is fixed, and the verdict says where.
#include <heddle/heddle.h>
#include <stdio.h>

int main(void) {
  double half = heddle_int("x") / 2.0;
  if (half == 1.5) puts("one and a half");
  return 0;
}
