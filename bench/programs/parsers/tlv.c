/* Nested records of tag, length and value, as in certificates, with a checksum at the end. */
#define PARSER_BYTES 32
#include "parser.h"

struct Seen {
  int numbers;
  int texts;
  int sequences;
  int truths;
};

static int records(const unsigned char* text, size_t size, int depth, struct Seen* seen) {
  size_t at = 0;
  if (depth > 4) return -1;
  while (at < size) {
    const unsigned char tag = text[at++];
    if (at == size) return -2;
    size_t length = text[at++];
    if (length & 0x80) {
      size_t bytes = length & 0x7f;
      if (bytes == 0 || bytes > 2) return -3;
      if (at + bytes > size) return -4;
      for (length = 0; bytes > 0; --bytes) length = length << 8 | text[at++];
      if (length < 0x80) return -5;
    }
    if (length > size - at) return -6;
    const unsigned char* const value = text + at;
    switch (tag) {
      case 0x01:
        if (length != 1) return -7;
        if (value[0] != 0 && value[0] != 0xff) return -8;
        ++seen->truths;
        break;
      case 0x02:
        if (length == 0) return -9;
        if (length > 1 && value[0] == 0 && (value[1] & 0x80) == 0) return -10;
        if (length > 1 && value[0] == 0xff && (value[1] & 0x80) != 0) return -11;
        ++seen->numbers;
        break;
      case 0x05:
        if (length != 0) return -12;
        break;
      case 0x0c:
        for (size_t i = 0; i < length; ++i) {
          if (value[i] < 0x20 || value[i] > 0x7e) return -13;
        }
        ++seen->texts;
        break;
      case 0x30: {
        const int wrong = records(value, length, depth + 1, seen);
        if (wrong < 0) return wrong;
        ++seen->sequences;
        break;
      }
      default:
        if ((tag & 0x40) == 0) return -14;
    }
    at += length;
  }
  return 0;
}

static int parse(const unsigned char* text, size_t size) {
  struct Seen seen = {0};
  if (text[0] != 'T' || text[1] != 'L') return -20;
  const size_t length = text[2];
  if (length + 5 > size) return -21;
  uint32_t sum = 0;
  for (size_t i = 0; i < length; ++i) sum = sum * 31 + text[3 + i];
  if ((sum & 0xffff) != (uint32_t)(text[3 + length] << 8 | text[4 + length])) return -22;
  const int wrong = records(text + 3, length, 0, &seen);
  if (wrong < 0) return wrong;
  if (seen.sequences > 1 && seen.numbers > 1) return 2;
  if (seen.truths && seen.texts) return 3;
  return 1;
}
