// limit: Of uncontrolled calls, 1024 are named, and
// heddle:
// expect: incomplete reason="more than 1024 uncontrolled calls: the others are not named"
//
// Each with another name, as if there were so many functions in a library.
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
