// heddle:
// expect: complete
//
// The system keeps the lowest byte of an exit code.
#include <heddle/heddle.h>

int main(void) { return heddle_int("x") << 8; }
