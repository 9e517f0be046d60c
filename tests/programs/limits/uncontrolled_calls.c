// limit: Of uncontrolled calls, 1024 are named, and
// heddle:
// expect: incomplete reason="more than 1024 uncontrolled calls: the others are not named"
//
// Each with a different name, as if a library had this many functions.
#include <stdio.h>

void __heddle_uncontrolled(const char* what);

int main(void) {
  char name[16];
  for (int i = 0; i < 1025; ++i) {
    snprintf(name, sizeof name, "call %d", i);
    __heddle_uncontrolled(name);
  }
  return 0;
}
