#include <arpa/inet.h>
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

#include "feature.h"
#include "text_of.h"

/* What the C library knows of numbers: conversions, characters, formats, mathematics. */

FEATURE(atoi) { return atoi(text_of(x) + 3); }
FEATURE(atol) { return atol(text_of(x) + 3) * 2; }
FEATURE(strtol) { return strtol(text_of(x) + 3, NULL, 10); }
FEATURE(strtol_hex) { return strtol(text_of(x), NULL, 16); }
FEATURE(strtol_base) { return strtol("101", NULL, x + 2); }
FEATURE(strtol_end) {
  char* end;
  char t[] = "1234";
  t[2] = (char)(x + '5');
  strtol(t, &end, 10);
  return end - t;
}
FEATURE(strtoul) { return (long)strtoul(text_of(x) + 3, NULL, 8); }
FEATURE(strtoimax) { return strtoimax(text_of(x) + 3, NULL, 10); }
NAMED(strtod) { return strtod(text_of(x) + 3, NULL) > 3.5; }
NAMED(atof) { return atof(text_of(x) + 3) > 3.5; }
FEATURE(isdigit) { return isdigit('5' + x) != 0; }
FEATURE(isalpha) { return isalpha('^' + x) != 0; }
FEATURE(isspace) { return isspace(x + 7) != 0; }
FEATURE(isupper) { return isupper('V' + x) != 0; }
FEATURE(isxdigit) { return isxdigit('c' + x) != 0; }
FEATURE(ispunct) { return ispunct('-' + x) != 0; }
FEATURE(toupper) { return toupper('^' + x); }
FEATURE(tolower) { return tolower('V' + x); }
FEATURE(ctype_table) { return ((*__ctype_b_loc())['5' + x] & _ISdigit) != 0; }
NAMED(iswdigit) { return iswdigit((wint_t)('5' + x)) != 0; }
NAMED(towupper) { return (long)towupper((wint_t)('^' + x)); }
NAMED(wcslen) {
  wchar_t t[] = L"abcdefgh";
  t[2] = x;
  return (long)wcslen(t);
}
NAMED(wcscmp) {
  wchar_t t[] = L"abc";
  t[2] += x;
  return wcscmp(t, L"abf") < 0;
}
NAMED(wmemset) {
  wchar_t t[3];
  wmemset(t, x, 2);
  return t[1];
}
NAMED(mbtowc) {
  wchar_t w;
  mbtowc(&w, text_of(x) + 3, 1);
  return w;
}
NAMED(wctomb) {
  char t[16];
  wctomb(t, (wchar_t)('a' + x));
  return t[0];
}
NAMED(snprintf) {
  char t[16];
  snprintf(t, sizeof t, "%d", x);
  return t[0];
}
NAMED(sprintf) {
  char t[16];
  sprintf(t, "<%d>", x);
  return t[1];
}
NAMED(sprintf_text) {
  char t[16];
  sprintf(t, "<%s>", text_of(x));
  return t[4];
}
NAMED(snprintf_result) { return snprintf(NULL, 0, "%d", x + 5); }
NAMED(snprintf_size) {
  char t[16] = "zzzzzzzz";
  snprintf(t, (size_t)x, "abcdefg");
  return t[3];
}
FEATURE(snprintf_format) {
  char format[] = "%d%";
  char t[32];
  format[1] = (char)(x > 3 ? 'd' : 'x');
  format[2] = 0;
  snprintf(t, sizeof t, format, 255);
  return t[0];
}
static int formatted(char* to, const char* format, ...) {
  va_list list;
  va_start(list, format);
  int r = vsprintf(to, format, list);
  va_end(list);
  return r;
}
NAMED(vsprintf) {
  char t[16];
  formatted(t, "%d", x);
  return t[0];
}
NAMED(vsprintf_result) {
  char t[16];
  return formatted(t, "%d", x + 5);
}
NAMED(asprintf) {
  char* t;
  asprintf(&t, "%d", x);
  long r = t[0];
  free(t);
  return r;
}
NAMED(percent_n) {
  char t[16];
  int n = 0;
  sprintf(t, "%d%n", x + 5, &n);
  return n;
}
NAMED(printf_result) { return printf("%d\n", x + 5); }
NAMED(printf_text_result) {
  char t[] = "abcdefgh";
  t[x] = 0;
  return printf("%s", t);
}
NAMED(fprintf_result) { return fprintf(stderr, "%d\n", x + 5); }
NAMED(printf_percent_n) {
  int n = 0;
  printf("%d%n\n", x + 5, &n);
  return n;
}
FEATURE(sscanf) {
  int y = 0;
  sscanf(text_of(x) + 3, "%d", &y);
  return y;
}
FEATURE(sscanf_result) {
  int y;
  char t[] = "0";
  t[0] = (char)('5' + x);
  return sscanf(t, "%d", &y);
}
NAMED(sscanf_double) {
  double y = 0;
  sscanf(text_of(x) + 3, "%lf", &y);
  return y > 3;
}
FEATURE(abs) { return abs(x - 4); }
FEATURE(labs) { return labs(x - 4L); }
NAMED(abs_by_pointer) {
  int (*volatile f)(int) = abs;
  return f(x - 4);
}
FEATURE(div) { return div(100, x + 1).quot; }
FEATURE(div_remainder) { return div(100, x + 1).rem; }
FEATURE(div_by_zero) { return div(100, x - 3).quot > 0; }
FEATURE(ldiv) { return ldiv(100, x + 1).quot; }
FEATURE(lldiv_by_zero) { return lldiv(100, x - 6).quot == 5; }
FEATURE(imaxdiv) { return imaxdiv(100, x + 1).rem; }
FEATURE(ffs) { return ffs(x); }
FEATURE(ffsl) { return ffsl((long)x << 33); }
FEATURE(htonl) { return htonl((uint32_t)x); }
FEATURE(htons) { return htons((uint16_t)x); }
FEATURE(sqrt) { return (long)sqrt(x); }
NAMED(pow) { return (long)pow(2, x); }
NAMED(ldexp) { return (long)ldexp(1, x); }
FEATURE(fabs) { return (long)fabs(x - 4.0); }
FEATURE(floor) { return (long)floor(x / 2.0); }
NAMED(lround) { return lround(x / 2.0); }
FEATURE(isnan) { return isnan(x == 3 ? NAN : (double)x); }
NAMED(frexp) {
  int e;
  frexp(x, &e);
  return e;
}
NAMED(modf) {
  double whole;
  modf(x * 1.5, &whole);
  return (long)whole;
}
NAMED(fmin) { return (long)fmin(x, 4); }
