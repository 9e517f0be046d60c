// heddle:
// expect: bug kind=assertion where=@
#include <assert.h>

static int x = 1;

__attribute__((constructor)) static void check(void) {
  assert(x == 2);  // @
}

int main(void) { return 0; }
