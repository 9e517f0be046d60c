// heddle: --strategy=dpor
// expect: bug kind=abort where=@
//
// A call of abort.
#include <stdlib.h>

int main(void) {
  abort();  // @
}
