// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=dpor --flags=-O2
// expect: complete

#include <heddle/heddle.h>

static int global[10];

int main(void) {
  int a[10] = {0};
  const int i = (int)heddle_range("i", 0, 9);
  a[i] = 1;
  global[i] = a[9 - i];
  return a[0] == 2;
}
