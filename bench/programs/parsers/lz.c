/* A decompressor: runs of literals, and copies of what is already there. */
#define PARSER_BYTES 24
#include "parser.h"

enum { kMaxOutput = 256 };

static int parse(const unsigned char* text, size_t size) {
  static unsigned char out[kMaxOutput];
  size_t in = 0, written = 0;
  int copies = 0;
  if (text[in] >> 5 > 1) return -1;
  const int level = text[in] >> 5;
  while (in < size) {
    const unsigned char control = text[in++];
    if (control == 0xff) break;
    if (control < 32) {
      const size_t count = control + 1u;
      if (in + count > size) return -2;
      if (written + count > kMaxOutput) return -3;
      memcpy(out + written, text + in, count);
      in += count;
      written += count;
      continue;
    }
    size_t length = (control >> 5) + 2u;
    size_t distance = (size_t)(control & 31) << 8;
    if (length == 9) {
      unsigned char more = 0;
      do {
        if (in >= size) return -4;
        more = text[in++];
        length += more;
      } while (level == 1 && more == 255);
    }
    if (in >= size) return -5;
    distance += text[in++];
    if (level == 1 && distance == 0x1fff) {
      if (in + 1 >= size) return -6;
      distance += ((size_t)text[in] << 8) + text[in + 1];
      in += 2;
    }
    if (distance + 1 > written) return -7;
    if (written + length > kMaxOutput) return -8;
    for (; length > 0; --length, ++written) out[written] = out[written - distance - 1];
    if (++copies > 4) return 2;
  }
  return written > 20 && out[20] == 'x' ? 3 : 1;
}
