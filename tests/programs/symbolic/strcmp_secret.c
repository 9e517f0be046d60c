// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --keep-going
// expect: bug kind=assertion where=@ tests=11
//
// A secret of nine characters, compared by the C library: a path for each length of the common beginning, and the secret
// itself with the end of the string.
#include <assert.h>
#include <heddle/heddle.h>
#include <string.h>

int main(void) {
  char word[16];
  heddle_input(word, sizeof word, "word");
  word[15] = 0;
  if (strcmp(word, "opensesam") == 0) assert(!"found"); // @
  return 0;
}
