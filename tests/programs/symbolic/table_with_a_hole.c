// heddle: --strategy=contextual
// expect: bug kind=error where=@
// heddle: --strategy=contextual --flags=-DON_HEAP
// expect: bug kind=error where=@
// heddle: --strategy=contextual --flags=-DFULL
// expect: complete tests=1
// heddle: --strategy=contextual --flags='-DFULL -DON_HEAP'
// expect: complete tests=1
//
// One element was never written: which one is read matters.
#include <heddle/heddle.h>
#include <stdlib.h>

int main(void) {
#ifdef FULL
  const int written = 8;
#else
  const int written = 7;
#endif
#ifdef ON_HEAP
  int* table = malloc(8 * sizeof *table);
#else
  int table[8];
#endif
  for (int i = 0; i < written; ++i) table[i] = i;
  const int x = heddle_range("x", 0, 7);
  const int is_hundred = table[x] == 100;
  if (is_hundred) return 1;  // @
#ifdef ON_HEAP
  free(table);
#endif
  return 0;
}
