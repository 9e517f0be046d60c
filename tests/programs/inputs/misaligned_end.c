// heddle:
// expect: bug kind=heap-overflow where=@
//
// An address that is not aligned as its type says, in the last bytes of a block, while there is one thread.
#include <heddle/heddle.h>
#include <stdlib.h>

int main(void) {
  char* block = calloc(1, 8);
  *(volatile int*)(void*)(block + heddle_range("offset", 0, 7)) = 5;  // @
  free(block);
  return 0;
}
