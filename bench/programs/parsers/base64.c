/* Base64 with its table, padding, lines, and a small header in its content. */
#define PARSER_BYTES 32
#include "parser.h"

static int sextet(unsigned char c) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (c == '\0') return -1;
  const char* const at = strchr(digits, c);
  return at == NULL ? -1 : (int)(at - digits);
}

static int parse(const unsigned char* text, size_t size) {
  unsigned char out[PARSER_BYTES];
  size_t written = 0;
  uint32_t bits = 0;
  int count = 0, padding = 0;
  for (size_t i = 0; i < size && text[i] != '\0'; ++i) {
    const unsigned char c = text[i];
    if (c == '\r' || c == '\n') continue;
    if (c == '=') {
      if (count % 4 < 2) return -1;
      ++padding;
      if (padding > 2) return -2;
      ++count;
      continue;
    }
    if (padding > 0) return -3;
    const int value = sextet(c);
    if (value < 0) return -4;
    bits = bits << 6 | (uint32_t)value;
    if (++count % 4 == 0) {
      out[written++] = (unsigned char)(bits >> 16);
      out[written++] = (unsigned char)(bits >> 8);
      out[written++] = (unsigned char)bits;
      bits = 0;
    }
  }
  if (count % 4 != 0) return -5;
  if (padding == 1) {
    if (bits & 3) return -6;
    out[written++] = (unsigned char)(bits >> 10);
    out[written++] = (unsigned char)(bits >> 2);
  } else if (padding == 2) {
    if (bits & 15) return -7;
    out[written++] = (unsigned char)(bits >> 4);
  }
  if (written >= 4 && out[0] == 0x89 && out[1] == 'P' && out[2] == 'N' && out[3] == 'G') return 2;
  if (written >= 2 && out[0] == 0x1f && out[1] == 0x8b) return 3;
  return written > 0;
}
