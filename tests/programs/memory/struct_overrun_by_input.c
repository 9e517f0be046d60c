// heddle: --strategy=contextual
// expect: bug kind=out-of-range where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=out-of-range where=@
// heddle: --strategy=unfolding
// expect: bug kind=out-of-range where=@

// The same with an index that is an input, in a thread-local variable and in one on the stack.

#include <heddle/heddle.h>

struct s {
  int numbers[4];
  int last;
};

static _Thread_local struct s own;

int main(void) {
  struct s s = {{0}, 0};
  const int i = heddle_range("i", 0, 4);
  if (i < 4) own.numbers[i] = 1;
  s.numbers[i] = own.numbers[0];  // @
  return s.last;
}
