// heddle: --strategy=contextual
// expect: complete tests=40
// heddle: --strategy=dpor
// expect: complete traces=40
//
// A switch on each of three symbolic characters: 'a', 'b', 'c' continue, everything else is one way to the end. That is
// 1 + 3 + 9 paths that end early, and 27 that do not.
#include <heddle/heddle.h>

int state;

int main(void) {
  unsigned char text[3];
  heddle_input(text, sizeof text, "text");
  int s = 0;
  for (int i = 0; i < 3; i++) {
    switch (text[i]) {
      case 'a': s = s * 3 + 1; break;
      case 'b': s = s * 3 + 2; break;
      case 'c': s = s * 3 + 3; break;
      default: state = -1; return 0;
    }
  }
  state = s;
  return 0;
}
