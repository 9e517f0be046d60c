// heddle: --strategy=contextual
// expect: complete tests=1024
// heddle: --strategy=dpor
// expect: complete tests=1024 traces=1024
// heddle: --strategy=dpor --flags=-O0
// expect: complete tests=1024
// heddle: --strategy=exhaustive --flags=-O2
// expect: complete tests=1024
//
// Ten independent branches: all their combinations.
#include <heddle/heddle.h>

int count;

int main(void) {
  int x[10];
  heddle_input(x, sizeof x, "x");
  int n = 0;
  for (int i = 0; i < 10; i++) {
    if (x[i] > 5) n++;
  }
  count = n;
  return 0;
}
