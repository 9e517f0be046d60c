// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual --flags=-DSMALL
// expect: complete tests=7
//
// A choice among more values than can be tried one by one is an input: those values are tried that the program tells
// apart.
#include <assert.h>
#include <heddle/heddle.h>

#ifdef SMALL
#define COUNT 7
#else
#define COUNT 4000000000u
#endif

int main(void) {
  const unsigned value = heddle_choice(COUNT);
  assert(value != 3999999999u);  // @
  return 0;
}
