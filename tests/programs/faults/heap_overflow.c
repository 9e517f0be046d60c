// heddle: --strategy=dpor
// expect: bug kind=heap-overflow where=@
//
// One element too many.
#include <stdlib.h>

int main(void) {
  int* numbers = malloc(4 * sizeof *numbers);
  for (int i = 0; i <= 4; ++i) numbers[i] = i;  // @
  int last = numbers[3];
  free(numbers);
  return last - 3;
}
