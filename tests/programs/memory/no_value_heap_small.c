// heddle: --strategy=contextual
// expect: bug kind=error where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=error where=@

// A block of less than eight bytes.

#include <stdlib.h>

int main(void) {
  int* p = malloc(sizeof *p);
  if (*p == 3) return 0;  // @
  free(p);
  return 0;
}
