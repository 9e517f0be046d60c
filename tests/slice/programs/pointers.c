// Stores through pointers count if they may affect what an assertion reads. Parts of a variable are distinguished
// where they are named.
// slice: --assertions
#include <assert.h>

int a, b, c;
int *to_a = &a, *to_either = &a, *to_c = &c;
struct {
  int seen, unseen;
} pair;
int array[4];

void choose(int which) {
  if (which)          // >
    to_either = &b;   // >
  to_c = &c;          // .
}

int main(int argc, char** argv) {
  (void)argv;
  choose(argc > 1);        // >
  *to_a = 1;               // >
  *to_either = 2;          // >
  *to_c = 3;               // .
  b = 4;                   // >
  pair.seen = 5;           // >
  pair.unseen = 6;         // .
  array[argc & 3] = 7;     // !
  array[2] = 8;            // !
  assert(*to_either == pair.seen);  // !
  assert(array[1]);        // !
  return 0;                // -
}
