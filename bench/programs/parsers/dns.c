/* Packets of the domain name system: a header, questions and answers with names that may point back. */
#define PARSER_BYTES 48
#include "parser.h"

enum { kHeader = 12, kMostJumps = 3 };

/* Behind the name, or -1. */
static int name(const unsigned char* text, size_t size, size_t at) {
  int jumps = 0, behind = -1;
  size_t length = 0;
  for (;;) {
    if (at >= size) return -1;
    const unsigned char c = text[at];
    if ((c & 0xc0) == 0xc0) {
      if (at + 1 >= size || ++jumps > kMostJumps) return -1;
      if (behind < 0) behind = (int)at + 2;
      const size_t to = (size_t)(c & 0x3f) << 8 | text[at + 1];
      if (to < kHeader || to >= at) return -1;
      at = to;
      continue;
    }
    if ((c & 0xc0) != 0) return -1;
    if (c == 0) break;
    length += c + 1u;
    if (length > 24 || at + c >= size) return -1;
    for (size_t i = 1; i <= c; ++i) {
      const unsigned char l = text[at + i];
      if (!((l >= 'a' && l <= 'z') || (l >= '0' && l <= '9') || (l == '-' && i > 1 && i < c))) return -1;
    }
    at += c + 1u;
  }
  return behind >= 0 ? behind : (int)at + 1;
}

static unsigned number(const unsigned char* at) { return (unsigned)at[0] << 8 | at[1]; }

static int parse(const unsigned char* text, size_t size) {
  const unsigned flags = number(text + 2), questions = number(text + 4), answers = number(text + 6);
  if (number(text + 8) != 0 || number(text + 10) != 0) return -1;
  const unsigned operation = flags >> 11 & 15;
  if (operation != 0 && operation != 4) return -2;
  if ((flags & 0x70) != 0) return -3;
  if (questions != 1 || answers > 2) return -4;
  if ((flags & 0x8000) == 0 && answers != 0) return -5;
  int at = name(text, size, kHeader);
  if (at < 0 || (size_t)at + 4 > size) return -6;
  const unsigned type = number(text + at);
  if (number(text + at + 2) != 1) return -7;
  at += 4;
  int addresses = 0, aliases = 0;
  for (unsigned i = 0; i < answers; ++i) {
    at = name(text, size, (size_t)at);
    if (at < 0 || (size_t)at + 10 > size) return -8;
    const unsigned kind = number(text + at), length = number(text + at + 8);
    if (number(text + at + 2) != 1) return -9;
    at += 10;
    if (at + length > size) return -10;
    switch (kind) {
      case 1:
        if (length != 4) return -11;
        if (text[at] == 127) return -12;
        ++addresses;
        break;
      case 5:
        if (name(text, size, (size_t)at) != at + (int)length) return -13;
        ++aliases;
        break;
      case 16:
        if (length == 0 || text[at] + 1u != length) return -14;
        break;
      default: return -15;
    }
    at += (int)length;
  }
  if ((flags & 15) == 3 && answers > 0) return -16;
  return type == 255 ? 4 : aliases && addresses ? 3 : 1;
}
