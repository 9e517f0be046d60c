// heddle: --strategy=dpor --solver-seconds=100 --max-seconds=3
// expect: incomplete
// heddle: --strategy=exhaustive --solver-seconds=100 --max-seconds=3
// expect: incomplete
// heddle: --strategy=contextual --solver-seconds=100 --max-seconds=3
// expect: incomplete
//
// The time is over while the solver thinks about what the first run has decided.
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

int main(void) {
  uint64_t a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  for (int i = 0; i < 6; ++i) {
    a = a * b + 7;
    a = a / (b | 1) + a % (b | 3);
    assert(a * a != b * 77 + 12345);
  }
}
