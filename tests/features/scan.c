#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "feature.h"

/* What is read from texts: scanf, strtol and their families, times. */

/* scanf and strtol families. */
NAMED(sscanf_of_two) {
  char t[16];
  int a = 0, b = 0;
  snprintf(t, sizeof t, "%d,%d", x, x * 3);
  return sscanf(t, "%d,%d", &a, &b) * 100 + a + b;
}
FEATURE(sscanf_stops) {
  char t[] = "12 34";
  if (x == 3) t[1] = 'z';
  int a = 0, b = 0;
  return sscanf(t, "%d %d", &a, &b) * 100 + a + b;
}
FEATURE(sscanf_set) {
  char t[] = "abcdef", to[8] = "";
  t[x % 6] = '9';
  sscanf(t, "%7[a-z]", to);
  return (long)strlen(to);
}
FEATURE(sscanf_width_and_n) {
  char t[] = "12345678";
  t[x] = ' ';
  int a = 0, n = 0;
  sscanf(t, "%3d%n", &a, &n);
  return a * 10 + n;
}
FEATURE(sscanf_hex_and_octal) {
  char t[] = "1f 17";
  t[0] = (char)('0' + x);
  unsigned a = 0, b = 0;
  sscanf(t, "%x %o", &a, &b);
  return a + b;
}
FEATURE(sscanf_short_and_char_lengths) {
  char t[8] = "300";
  t[0] = (char)('0' + x);
  signed char a = 0;
  short b = 0;
  sscanf(t, "%hhd", &a);
  sscanf(t, "%hd", &b);
  return a * 1000 + b;
}
FEATURE(sscanf_suppressed) {
  char t[] = "5 6 7";
  t[2] = (char)('0' + x);
  int a = 0;
  sscanf(t, "%*d %d", &a);
  return a;
}
FEATURE(strtol_overflow) {
  char t[] = "9223372036854775800";
  t[18] = (char)('0' + x);
  t[17] = (char)('0' + (x > 3 ? 1 : 0));
  errno = 0;
  long v = strtol(t, NULL, 10);
  return errno == ERANGE ? -1 : v % 100;
}
FEATURE(strtoul_negative) {
  char t[] = "-5";
  t[1] = (char)('0' + x);
  return (long)strtoul(t, NULL, 10);
}
FEATURE(strtol_prefix) {
  char t[] = "0x1f";
  t[1] = x > 3 ? 'x' : '7';
  return strtol(t, NULL, 0);
}
FEATURE(strtoll_spaces_and_sign) {
  char t[] = "   -42";
  t[3] = x == 2 ? '+' : x == 3 ? '-' : ' ';
  return (long)strtoll(t, NULL, 10);
}
NAMED(strtod_exponent) {
  char t[] = "1e0";
  t[2] = (char)('0' + x);
  return strtod(t, NULL) > 500;
}
FEATURE(strtof_end) {
  char t[] = "1.5x";
  t[1] = x & 1 ? '.' : ',';
  char* e;
  float f = strtof(t, &e);
  return (e - t) * 10 + (long)f;
}
FEATURE(atoll_of_digits) {
  char t[8] = "1234";
  t[x & 3] = '9';
  return (long)atoll(t);
}
NAMED(snprintf_padded) {
  char t[16];
  snprintf(t, sizeof t, "%-4d|%04x", x, x * 3);
  return t[6] * 256 + t[8];
}
NAMED(snprintf_star) {
  char t[16];
  return snprintf(t, sizeof t, "%*d", x, 1);
}
NAMED(snprintf_precision) {
  char t[16];
  snprintf(t, sizeof t, "%.*s", x, "abcdefgh");
  return (long)strlen(t);
}
FEATURE(snprintf_cut) {
  char t[4];
  snprintf(t, sizeof t, "%d", x * 1111);
  return t[2];
}
NAMED(snprintf_unsigned_long_octal) {
  char t[32];
  snprintf(t, sizeof t, "%#lo", (unsigned long)x);
  return t[1];
}
NAMED(snprintf_char_and_percent) {
  char t[8];
  snprintf(t, sizeof t, "%c%%", 'a' + x);
  return t[0] + t[1];
}
NAMED(snprintf_plus) {
  char t[8];
  snprintf(t, sizeof t, "%+d", x - 4);
  return t[0];
}

/* Time. */
NAMED(mktime_normalizes) {
  struct tm t = {.tm_year = 100, .tm_mon = x * 3, .tm_mday = 31};
  mktime(&t);
  return t.tm_mon * 100 + t.tm_mday;
}
NAMED(timegm_weekday) {
  struct tm t = {.tm_year = 124, .tm_mon = 0, .tm_mday = 1 + x};
  timegm(&t);
  return t.tm_wday;
}
NAMED(difftime_of_input) { return difftime((time_t)x * 100, 250) > 0; }
NAMED(gmtime_of_days) {
  time_t t = (time_t)x * 86400 * 31;
  return gmtime(&t)->tm_mon;
}
NAMED(strftime_of_input) {
  struct tm t = {.tm_year = 100 + x, .tm_mday = 1};
  char s[16];
  strftime(s, sizeof s, "%Y", &t);
  return s[3];
}
NAMED(asctime_of_input) {
  struct tm t = {.tm_year = 100, .tm_mday = 1, .tm_wday = x % 7};
  return asctime(&t)[0];
}
FEATURE(leap_year) {
  int y = 1900 + x * 4;
  return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
}
