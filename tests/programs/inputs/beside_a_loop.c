// A search that takes the last decision first goes through the loop for ever: three ways for each byte. The branch that
// no test has taken comes before.
// heddle: --max-tests=100
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding --max-tests=100
// expect: bug kind=assertion where=@
// heddle: --order=fewest-preemptions --max-tests=100
// expect: incomplete reason="stopped after 100 tests"
#include <heddle/heddle.h>

enum { kBytes = 24 };

int main(void) {
  char text[kBytes];
  int letters = 0;
  int digits = 0;
  heddle_input(text, sizeof text, "text");
  if (text[0] == '!' && text[1] == '?') {
    heddle_assert(text[2] != '!');  // @
    return 0;
  }
  for (int i = 2; i < kBytes; ++i) {
    if (text[i] == 'a') ++letters;
    if (text[i] == '1') ++digits;
  }
  return letters > kBytes || digits > kBytes;
}
