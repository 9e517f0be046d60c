// heddle:
// expect: bug kind=exit-code
//
// The program has ended before main begins.
#include <assert.h>
#include <stdlib.h>

__attribute__((constructor)) static void leave(void) { exit(3); }

int main(void) { assert(0); }
