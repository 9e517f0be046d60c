// heddle: --solver-seconds=1 --strategy=dpor
// expect: incomplete reason="too hard for the solver"
// heddle: --solver-seconds=1 --strategy=contextual
// expect: incomplete reason="too hard for the solver"
#include <heddle/heddle.h>
#include <stdlib.h>

/* The factors of a product of two large primes, below other conditions, which stay with the solver from one question to the next: the limit of time holds there, too. */
int main(void) {
  unsigned long x = 0;
  unsigned long y = 0;
  heddle_input(&x, sizeof x, "x");
  heddle_input(&y, sizeof y, "y");
  if (x < 3 || x >= 1ul << 31) return 0;
  if (y < x || y >= 1ul << 31) return 0;
  if ((x & 1) == 0) return 0;
  if (x * y == 1729305139ul * 1792544363ul) abort();
  return 0;
}
