// heddle: --strategy=contextual
// expect: bug kind=error where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=error where=@
// heddle: --strategy=unfolding
// expect: bug kind=error where=@

// A value that was never written goes through a structure of the stack, another block, memcpy and realloc before
// somebody decides by it.

#include <stdlib.h>
#include <string.h>

struct pair {
  int first;
  int second;
  int more[6];
};

int main(void) {
  struct pair* from = malloc(sizeof *from);
  from->first = 1;
  struct pair here = *from;
  struct pair* to = malloc(sizeof *to);
  memset(to, 0, sizeof *to);
  to->second = here.second;
  struct pair* last = calloc(1, sizeof *last);
  memcpy(last, to, sizeof *last);
  last = realloc(last, 4 * sizeof *last);
  const int sum = last->first + last->second;
  if (sum == 7) return 0;  // @
  free(from);
  free(to);
  free(last);
  return 0;
}
