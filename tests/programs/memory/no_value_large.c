// heddle: --strategy=contextual
// expect: bug kind=error where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=error where=@

// A block of more than a megabyte, aligned by the program.

#include <stdlib.h>

int main(void) {
  void* block;
  if (posix_memalign(&block, 256, 3 << 20) != 0) return 0;
  int* numbers = block;
  numbers[0] = 1;
  if (numbers[500000] == 0) return 0;  // @
  free(block);
  return 0;
}
