/* Sentences of satellite receivers: $GPRMC,time,A,…*checksum. */
#define PARSER_BYTES 40
#include "parser.h"

static int digit(unsigned char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/* The number in a field, in thousandths; -1 for none, -2 if it is wrong. */
static long number(const unsigned char** at, const unsigned char* end) {
  long value = 0;
  int digits = 0, decimals = -1;
  while (*at < end && **at != ',') {
    const unsigned char c = *(*at)++;
    if (c == '.') {
      if (decimals >= 0) return -2;
      decimals = 0;
    } else if (c >= '0' && c <= '9') {
      if (decimals >= 3) continue;
      if (++digits > 9) return -2;
      value = value * 10 + (c - '0');
      if (decimals >= 0) ++decimals;
    } else {
      return -2;
    }
  }
  if (digits == 0) return -1;
  for (int i = decimals < 0 ? 0 : decimals; i < 3; ++i) value *= 10;
  return value;
}

static int comma(const unsigned char** at, const unsigned char* end) {
  if (*at == end || **at != ',') return 0;
  ++*at;
  return 1;
}

static int direction(const unsigned char** at, const unsigned char* end, char plus, char minus) {
  if (*at == end) return 0;
  if (**at == plus) return ++*at, 1;
  if (**at == minus) return ++*at, -1;
  return 0;
}

static int rmc(const unsigned char* at, const unsigned char* end) {
  const long time = number(&at, end);
  if (time == -2 || !comma(&at, end)) return -20;
  if (time >= 240000000) return -21;
  if (at == end) return -22;
  const unsigned char valid = *at++;
  if (valid != 'A' && valid != 'V') return -23;
  if (!comma(&at, end)) return -24;
  const long latitude = number(&at, end);
  if (latitude == -2 || !comma(&at, end)) return -25;
  const int north = direction(&at, end, 'N', 'S');
  if (latitude >= 0 && north == 0) return -26;
  if (valid == 'A' && latitude > 9000000) return -27;
  return north < 0 ? 2 : 1;
}

static int gga(const unsigned char* at, const unsigned char* end) {
  if (number(&at, end) == -2 || !comma(&at, end)) return -30;
  const long quality = number(&at, end);
  if (quality < 0 || !comma(&at, end)) return -31;
  switch (quality / 1000) {
    case 0: return 10;
    case 1: break;
    case 2: break;
    case 4: return 14;
    default: return -32;
  }
  const long satellites = number(&at, end);
  if (satellites > 12000) return -33;
  return satellites < 4000 ? 11 : 12;
}

static int parse(const unsigned char* text, size_t size) {
  size_t end = 1;
  unsigned char sum = 0;
  if (text[0] != '$') return -1;
  while (end < size && text[end] != '*' && text[end] != '\0') sum ^= text[end++];
  if (end == size) return -2;
  if (text[end] == '*') {
    if (end + 2 >= size) return -3;
    const int high = digit(text[end + 1]), low = digit(text[end + 2]);
    if (high < 0 || low < 0) return -4;
    if (high * 16 + low != sum) return -5;
  }
  if (end < 7 || text[6] != ',') return -6;
  if (text[1] != 'G' || (text[2] != 'P' && text[2] != 'N')) return -7;
  if (memcmp(text + 3, "RMC", 3) == 0) return rmc(text + 7, text + end);
  if (memcmp(text + 3, "GGA", 3) == 0) return gga(text + 7, text + end);
  return 0;
}
