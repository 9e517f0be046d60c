// limit: floating point of more than 64 bits or less than 32
// heddle: --strategy=contextual
// expect: incomplete reason="symbolic value fixed (floating point, vectors or wide numbers"
//
// There are no expressions for such numbers: the value is fixed, and the verdict says where.
#include <heddle/heddle.h>
#include <stdio.h>

int main(void) {
  long double half = heddle_int("x") / 2.0L;
  if (half == 1.5L) puts("one and a half");
  return 0;
}
