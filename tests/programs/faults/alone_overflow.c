// heddle: --strategy=dpor
// expect: bug kind=heap-overflow where=@
//
// A thread that is alone calls no hooks where nothing would come of them; the end of a block is found nevertheless,
// also one that is not the end of a word.
#include <stdlib.h>

int main(void) {
  char* text = malloc(21);
  for (int turn = 0; turn < 100; ++turn) {
    for (int i = 0; i < 21; ++i) text[i] = (char)(i + turn);
  }
  text[20 + (text[20] == 119)] = 0;  // @
  return 0;
}
