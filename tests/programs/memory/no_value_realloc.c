// heddle: --strategy=contextual
// expect: bug kind=error where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=error where=@

// The new part of a block that has grown.

#include <stdlib.h>

int main(void) {
  int* p = calloc(4, sizeof *p);
  p = realloc(p, 8 * sizeof *p);
  for (int i = 0; i < 8; i++) {
    if (p[i] != 0) break;  // @
  }
  free(p);
  return 0;
}
