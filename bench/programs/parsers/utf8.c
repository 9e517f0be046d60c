/* UTF-8, strict, including the marks and surrogates of UTF-16 and terminal escapes. */
#define PARSER_BYTES 20
#include "parser.h"

static int code_point(const unsigned char* text, size_t size, uint32_t* code) {
  const unsigned char c = text[0];
  if (c < 0x80) return *code = c, 1;
  if (c < 0xc2) return -1;
  const int more = c < 0xe0 ? 1 : c < 0xf0 ? 2 : c < 0xf5 ? 3 : -1;
  if (more < 0) return -2;
  if ((size_t)more >= size) return -3;
  *code = c & (0x3f >> more);
  for (int i = 1; i <= more; ++i) {
    if ((text[i] & 0xc0) != 0x80) return -4;
    *code = *code << 6 | (text[i] & 0x3f);
  }
  if (more == 2 && *code < 0x800) return -5;
  if (more == 3 && *code < 0x10000) return -6;
  if (*code >= 0xd800 && *code < 0xe000) return -7;
  if (*code > 0x10ffff) return -8;
  return more + 1;
}

static int parse(const unsigned char* text, size_t size) {
  int state = 0, wide = 0, escapes = 0;
  for (size_t at = 0; at < size;) {
    uint32_t code = 0;
    const int bytes = code_point(text + at, size - at, &code);
    if (bytes < 0) return bytes;
    if (code == 0xfeff && at != 0) return -10;
    at += (size_t)bytes;
    if (code >= 0x1100 && code <= 0x115f) ++wide;
    if (code >= 0x1f300 && code < 0x1f650) wide += 2;
    switch (state) {
      case 0:
        if (code == 0x1b) state = 1;
        break;
      case 1:
        if (code == '[') {
          state = 2;
        } else {
          return -11;
        }
        break;
      default:
        if (code == 'm') {
          state = 0;
          ++escapes;
        } else if (code != ';' && (code < '0' || code > '9')) {
          return -12;
        }
    }
  }
  if (state != 0) return -13;
  if (escapes > 1) return 3;
  return wide > 2 ? 2 : 1;
}
