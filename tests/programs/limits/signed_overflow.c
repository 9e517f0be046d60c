// limit: Shifting by the width or more, and signed overflow, have the values of two's complement; they are not reported
// heddle:
// expect: complete assuming="no signed overflow (-fsanitize=undefined)"
// heddle: --flags='-fsanitize=undefined -fsanitize-trap=undefined'
// expect: bug kind=illegal-instruction
// heddle: --flags=-fsanitize=undefined
// expect: bug kind=illegal-instruction
#include <limits.h>

static volatile int number = INT_MAX;

int main(void) {
  number = number + 1;
  return number > 0;
}
