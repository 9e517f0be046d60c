// heddle:
// expect: bug kind=heap-overflow where=@
//
// The array is too small for some numbers of elements.
#include <heddle/heddle.h>
#include <stdlib.h>

int main(void) {
  const unsigned n = heddle_uint32("n");
  int* a = calloc(n, sizeof *a);
  if (a == NULL) return 0;
  if (n > 0) a[n - 1] = 1;
  if (n == 3) a[3] = 1;  // @
  free(a);
  return 0;
}
