// heddle: --strategy=contextual
// expect: complete tests=1
// heddle: --strategy=dpor
// expect: complete tests=1
// heddle: --strategy=contextual --flags=-DREACHED
// expect: bug kind=assertion where=@ tests=2
//
// A checksum by a table, which is filled at the start, needs no test for each byte: no two bytes have the first sum, and
// the second one has to be inverted.
#include <assert.h>
#include <heddle/heddle.h>

static uint32_t table[256];

static void fill(void) {
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t c = i;
    for (int k = 0; k < 8; ++k) c = (c & 1) != 0 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
    table[i] = c;
  }
}

static uint32_t checksum(const unsigned char* bytes, int count) {
  uint32_t crc = 0xffffffffu;
  for (int i = 0; i < count; ++i) crc = table[(crc ^ bytes[i]) & 0xff] ^ (crc >> 8);
  return ~crc;
}

int main(void) {
  fill();
  unsigned char bytes[2];
  heddle_input(bytes, sizeof bytes, "bytes");
#ifdef REACHED
  const uint32_t wanted = checksum((const unsigned char*)"ok", 2);
#else
  const uint32_t wanted = 0x12345678u;
#endif
  assert(checksum(bytes, 2) != wanted);  // @
  return 0;
}
