// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --keep-going
// expect: bug kind=assertion where=@ tests=2
//
// A hash of 32 bits with one multiplication has to be inverted.
#include <assert.h>
#include <heddle/heddle.h>

static uint32_t hash(uint32_t x) {
  x ^= x >> 16;
  x *= 0x45d9f3bu;
  return x ^ (x >> 15);
}

int main(void) {
  const uint32_t x = heddle_uint32("x");
  if (hash(x) == 0xdeadbeefu) assert(!"inverted"); // @
  return 0;
}
