// heddle: --strategy=contextual
// expect: bug kind=heap-overflow where=@
// heddle: --strategy=dpor --flags=-DLOCAL
// expect: bug kind=out-of-range where=@
// heddle: --strategy=contextual --flags=-DENOUGH
// expect: complete tests=1
//
// The index may lead beyond the end.
#include <heddle/heddle.h>
#include <stdlib.h>

static int get(const int* table, int x) { return table[x]; }  // @

int main(void) {
#ifdef ENOUGH
  enum { kSize = 8 };
#else
  enum { kSize = 7 };
#endif
#ifdef LOCAL
  int table[kSize] = {0};
#else
  int* table = calloc(kSize, sizeof *table);
#endif
  int (*volatile read)(const int*, int) = get;
  return read(table, heddle_range("x", 0, 7)) == 3 ? 1 : 0;
}
