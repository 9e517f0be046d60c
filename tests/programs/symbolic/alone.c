// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
//
// An input goes through memory that was used without telling before, of the heap, of a global variable and of the
// stack, and its expression goes along.
#include <assert.h>
#include <heddle/heddle.h>
#include <stdlib.h>

static int global[16];

static int through(int* a, int value, int at) {
  for (int i = 0; i < 16; ++i) a[i] = i;
  a[at] = value;
  int sum = 0;
  for (int i = 0; i < 16; ++i) sum += a[i];
  return sum - 120 + at;
}

static int on_stack(int value, int at) {
  int a[16];
  for (int i = 0; i < 16; ++i) a[i] = i;
  a[at] = value;
  int sum = 0;
  for (int i = 0; i < 16; ++i) sum += a[i];
  return sum - 120 + at;
}

int main(void) {
  int* heap = malloc(16 * sizeof *heap);
  int concrete = through(heap, 5, 3) + through(global, 6, 4) + on_stack(7, 5);
  assert(concrete == 18);
  const int x = on_stack(through(global, through(heap, heddle_int("x"), 9), 2), 11);
  concrete = on_stack(8, 6);
  assert(concrete == 8);
  assert(x != 123456);  // @
  return 0;
}
