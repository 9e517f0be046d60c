// A call that fails on request: what does not look at the result is found, what does is complete.
// heddle:
// expect: complete
// heddle: --fail-calls
// expect: bug kind=segmentation-fault where=@ says="malloc fails"
// heddle: --fail-calls=open,calloc
// expect: complete
// heddle: --fail-calls -D CHECKED=1
// expect: complete
// heddle: --fail-calls=malloc --strategy=dpor
// expect: bug kind=segmentation-fault where=@
// heddle: --fail-calls=malloc --strategy=random
// expect: bug kind=segmentation-fault where=@
// heddle: --fail-calls=tea
// expect: usage says="'tea' is not a call that can fail"
#include <stdlib.h>

#ifndef CHECKED
#define CHECKED 0
#endif

int main(void) {
  int* const number = malloc(sizeof *number);
  if (CHECKED && number == NULL) return 0;
  *number = 1;  // @
  free(number);
  return 0;
}
