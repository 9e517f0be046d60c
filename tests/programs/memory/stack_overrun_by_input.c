// heddle: --strategy=contextual
// expect: bug kind=out-of-range where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=out-of-range where=@

// Nobody else has the address of the array, and the index is an input.

#include <heddle/heddle.h>

int main(void) {
  int a[10] = {0};
  a[heddle_range("i", 0, 11)] = 1;  // @
  return a[0] == 2;
}
