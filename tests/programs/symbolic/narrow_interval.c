// heddle:
// expect: bug kind=assertion
// heddle: -D MENDED=1
// expect: complete
//
// One interval of inputs, and an index that is computed with floating point.
#include <assert.h>
#include <heddle/heddle.h>

int main(void) {
  float x;
  heddle_input(&x, sizeof x, "x");
#ifdef MENDED
  if (x > 0.5f && x * x < 0.25f) assert(0);
#else
  if (x > 0.5f && x * x < 0.3f) assert(0);
#endif
  static const int steps[4] = {1, 2, 4, 8};
  if (!(x >= 0 && x < 1)) return 0;
  const int index = (int)(x * 4);
  assert(steps[index] <= 8);
  return 0;
}
