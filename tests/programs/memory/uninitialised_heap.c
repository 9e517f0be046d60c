// limit: on the heap, in blocks of up to 16 MiB
// heddle: --strategy=contextual
// expect: bug kind=error where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=error where=@

// Memory from malloc is not zero, only because it was not used before.

#include <assert.h>
#include <stdlib.h>

int main(void) {
  int* p = malloc(4 * sizeof *p);
  p[0] = 1;
  p[1] = 2;
  assert(p[3] == 0);  // @
  free(p);
  return 0;
}
