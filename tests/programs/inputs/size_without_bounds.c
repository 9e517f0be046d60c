// limit: For an index without bounds that is more than can be tried.
// heddle:
// expect: incomplete reason="a decision has too many values ("
//
// A size is decided: 1024 values, small ones first, and the verdict says that there are more.
#include <heddle/heddle.h>
#include <stdlib.h>

int main(void) {
  char* text = malloc(heddle_uint16("size"));
  free(text);
  return 0;
}
