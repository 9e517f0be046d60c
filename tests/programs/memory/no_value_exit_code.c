// heddle: -D BY_CALL=0
// expect: bug kind=error
// heddle: -D BY_CALL=1
// expect: bug kind=error
//
// The exit code depends on what was never written: through a function of C, whose results may lack a value, and
// directly. It was a proof.
#include <stdlib.h>

static int first(const int* of) { return of[0] == 3; }

int main(void) {
  int* const block = malloc(sizeof *block);
  if (BY_CALL) return first(block);
  return *block == 3;
}
