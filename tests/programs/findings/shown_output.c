// --show-output shows everything that the program writes: in the run of a finding, or in the first one.
// heddle: --show-output
// expect: complete says="line 39"
// heddle:
// expect: complete
// heddle: -D BUG=1
// expect: bug kind=assertion says="bytes in all"
// heddle: -D BUG=1 --show-output
// expect: bug kind=assertion says="line 39"
#include <assert.h>
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

int main(void) {
  for (int i = 0; i < 40; ++i) printf("line %d\n", i);
  fflush(stdout);
  assert(!BUG);
  return 0;
}
