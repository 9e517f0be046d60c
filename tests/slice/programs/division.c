// Divisions and traps fail by decisions of the program; so does an exit code.
// slice: --assertions
#include <heddle/heddle.h>

int divisor = 1, dividend, result, code, limit, noise;

int main(void) {
  divisor = heddle_int("divisor");    // >
  limit = heddle_int("limit");        // >
  noise = heddle_int("noise");        // .
  heddle_assume(limit < 4);           // >
  result = dividend / divisor;        // !
  noise = dividend / 3;               // .
  if (limit == 2)                     // >
    __builtin_trap();                 // !
  heddle_assert(dividend < limit);    // !
  code = limit > 3;                   // >
  return code;                        // !
}
