// heddle:
// expect: bug kind=assertion where=@ says="c = 108"
// heddle: -D MENDED=1
// expect: complete tests=6
//
// Where a character is in a known text is an expression, not one path for each position; so is whether it is in a set.
#include <assert.h>
#include <heddle/heddle.h>
#include <string.h>

static int sextet(int c) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char* const at = strchr(digits, c);
  return at == NULL ? -1 : (int)(at - digits);
}

int main(void) {
  const int c = heddle_range("c", 1, 127);
#ifndef MENDED
  assert(sextet(c) != 37);  // @
#else
  char text[3] = {(char)c, (char)heddle_range("d", 1, 127), '\0'};
  assert(strspn(text, "0123456789abcdefghijklmnopqrstuvwxyz") + strcspn(text, "0123456789abcdefghijklmnopqrstuvwxyz") <= 2);
  assert(sextet(c) < 64);
#endif
}
