// heddle: --strategy=dpor --solver-seconds=1 --max-seconds=8
// expect: incomplete reason="a decision was too hard for the solver"
//
// Products in a long chain, which the solver turns into millions of clauses before it counts its time: the limit of a
// question holds for that, too.
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

int main(void) {
  uint64_t x;
  klee_make_symbolic(&x, sizeof x, "x");
  for (uint64_t i = 0; i < 300; ++i)
    x = (x ^ (i * 77777 + 0x9e3779b97f4a7c15U)) * (0xff51afd7ed558ccdU + 2 * i);
  assert(x != 0x123456789abcdefU && x % 1000 != 7);
}
