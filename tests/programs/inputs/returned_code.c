// heddle:
// expect: bug kind=exit-code
//
// Whether the code that main returns is 0 is a decision.
#include <heddle/heddle.h>

int main(void) { return heddle_int("x") == 77; }
