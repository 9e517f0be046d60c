// Functions of the C library that leave a block of the heap.
// heddle: -D CASE=1
// expect: bug kind=heap-overflow where=@
// heddle: -D CASE=2
// expect: bug kind=heap-overflow where=@
// heddle: -D CASE=3
// expect: bug kind=heap-overflow where=@
// heddle: -D CASE=4
// expect: complete
// heddle: -D CASE=5
// expect: bug kind=use-after-free where=@
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if CASE == 1
#define USE strcpy(block, "12345678")
#elif CASE == 2
#define USE sprintf(block, "%d", 12345678)
#elif CASE == 3
#define USE memset(fill, 0, 9)
#elif CASE == 4
#define USE snprintf(block, 100, "%d", 1234567)
#elif CASE == 5
#define USE (free(block), strlen(block))
#endif

int main(void) {
  char* const block = malloc(8);
  void* volatile fill = block;
  (void)fill;
  USE;  // @
  return 0;
}
