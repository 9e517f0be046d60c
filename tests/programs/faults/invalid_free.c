// heddle: --strategy=dpor
// expect: bug kind=invalid-free where=@
//
// A pointer into the middle of a block.
#include <stdlib.h>

int main(void) {
  char* block = malloc(16);
  char* middle = block + (block != NULL ? 4 : 0);
  free(middle);  // @
  return 0;
}
