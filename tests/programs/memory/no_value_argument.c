// heddle: --strategy=contextual
// expect: bug kind=error where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=error where=@

// So is handing it to a library.

#include <stdio.h>

struct point {
  int x;
  int y;
};

int main(void) {
  struct point p;
  p.x = 1;
  printf("%d %d\n", p.x, p.y);  // @
  return 0;
}
