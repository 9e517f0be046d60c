// heddle: --strategy=contextual
// expect: bug kind=out-of-range where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=out-of-range where=@

// From one member of a structure into the next: the array ends where its type says, wherever the structure is.

#include <stdlib.h>

struct s {
  int numbers[4];
  int last;
};

static int at(struct s* s, int i) { return s->numbers[i]; }

int main(int argc, char** argv) {
  (void)argv;
  struct s* s = calloc(1, sizeof *s);
  const int value = at(s, argc + 2);
  free(s);
  struct s* other = calloc(2, sizeof *other);
  other[1].numbers[argc + 3] = value;  // @
  free(other);
  return 0;
}
