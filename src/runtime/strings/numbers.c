#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#include "shadows.h"

/* Kinds of characters, in the locale "C", without decisions; and numbers in texts. */

static int heddle_lib_own_within(int c, int low, int high) { return (c >= low) & (c <= high); }

#define KIND(name, condition) \
  int heddle_lib_##name(int c) { return heddle_is_symbolic(c) ? (condition) : name(c); }
KIND(isdigit, heddle_lib_own_within(c, '0', '9'))
KIND(isupper, heddle_lib_own_within(c, 'A', 'Z'))
KIND(islower, heddle_lib_own_within(c, 'a', 'z'))
KIND(isalpha, heddle_lib_own_within(c, 'A', 'Z') | heddle_lib_own_within(c, 'a', 'z'))
KIND(isalnum,
     heddle_lib_own_within(c, 'A', 'Z') | heddle_lib_own_within(c, 'a', 'z') | heddle_lib_own_within(c, '0', '9'))
KIND(isxdigit,
     heddle_lib_own_within(c, 'A', 'F') | heddle_lib_own_within(c, 'a', 'f') | heddle_lib_own_within(c, '0', '9'))
KIND(isspace, (c == ' ') | heddle_lib_own_within(c, '\t', '\r'))
KIND(isblank, (c == ' ') | (c == '\t'))
KIND(iscntrl, heddle_lib_own_within(c, 0, 31) | (c == 127))
KIND(isprint, heddle_lib_own_within(c, 32, 126))
KIND(isgraph, heddle_lib_own_within(c, 33, 126))
KIND(ispunct, heddle_lib_own_within(c, 33, 47) | heddle_lib_own_within(c, 58, 64) | heddle_lib_own_within(c, 91, 96) |
                  heddle_lib_own_within(c, 123, 126))
KIND(isascii, heddle_lib_own_within(c, 0, 127))
KIND(tolower, c + 32 * heddle_lib_own_within(c, 'A', 'Z'))
KIND(toupper, c - 32 * heddle_lib_own_within(c, 'a', 'z'))
#undef KIND

static int heddle_lib_own_is_space(char c) { return (c == ' ') | heddle_lib_own_within(c, '\t', '\r'); }

/* The digit that it is in this base, or -1. */
static int heddle_lib_own_digit(char c, int base) {
  if (heddle_lib_own_within(c, '0', '9')) return c - '0' < base ? c - '0' : -1;
  if (heddle_lib_own_within(c, 'a', 'z')) return c - 'a' + 10 < base ? c - 'a' + 10 : -1;
  if (heddle_lib_own_within(c, 'A', 'Z')) return c - 'A' + 10 < base ? c - 'A' + 10 : -1;
  return -1;
}

struct parsed {
  unsigned long magnitude;
  int negative;
  int overflow;
};

static struct parsed heddle_lib_own_parse(const char* text, char** end, int base) {
  struct parsed result = {0, 0, 0};
  const char* s = text;
  while (heddle_lib_own_is_space(*s)) ++s;
  if (*s == '-') {
    result.negative = 1;
    ++s;
  } else if (*s == '+') {
    ++s;
  }
  if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && heddle_lib_own_digit(s[2], 16) >= 0) {
    s += 2;
    base = 16;
  }
  if (base == 0) base = *s == '0' ? 8 : 10;
  int digits = 0;
  for (int d; (d = heddle_lib_own_digit(*s, base)) >= 0; ++s) {
    const unsigned long before = result.magnitude;
    result.magnitude = before * (unsigned long)base + (unsigned long)d;
    /* Eleven digits fit in every base. */
    if (++digits > 11 && (before > ULONG_MAX / (unsigned long)base || result.magnitude < (unsigned long)d))
      result.overflow = 1;
  }
  if (end != NULL) *end = (char*)(digits != 0 ? s : text);
  return result;
}

static long heddle_lib_own_as_signed(struct parsed p) {
  const unsigned long most = (unsigned long)LONG_MAX + (p.negative ? 1 : 0);
  /* Only large numbers are compared: a decision less for the usual ones. */
  if (p.overflow || p.magnitude > most) {
    errno = ERANGE;
    return p.negative ? LONG_MIN : LONG_MAX;
  }
  return p.negative ? (long)(0 - p.magnitude) : (long)p.magnitude;
}

static unsigned long heddle_lib_own_as_unsigned(struct parsed p) {
  if (p.overflow) {
    errno = ERANGE;
    return ULONG_MAX;
  }
  return p.negative ? 0 - p.magnitude : p.magnitude;
}

#define SIGNED(name, type, real)                                            \
  type heddle_lib_##name(const char* text, char** end, int base) {          \
    if (!__heddle_sym_in_string(text, WHOLE)) return real(text, end, base); \
    return heddle_lib_own_as_signed(heddle_lib_own_parse(text, end, base)); \
  }
#define UNSIGNED(name, type, real)                                            \
  type heddle_lib_##name(const char* text, char** end, int base) {            \
    if (!__heddle_sym_in_string(text, WHOLE)) return real(text, end, base);   \
    return heddle_lib_own_as_unsigned(heddle_lib_own_parse(text, end, base)); \
  }
SIGNED(strtol, long, strtol)
SIGNED(strtoll, long long, strtoll)
SIGNED(__isoc23_strtol, long, strtol)
SIGNED(__isoc23_strtoll, long long, strtoll)
UNSIGNED(strtoul, unsigned long, strtoul)
UNSIGNED(strtoull, unsigned long long, strtoull)
UNSIGNED(__isoc23_strtoul, unsigned long, strtoul)
UNSIGNED(__isoc23_strtoull, unsigned long long, strtoull)
#undef SIGNED
#undef UNSIGNED

#define TEN(name, type, real)                                     \
  type heddle_lib_##name(const char* text) {                      \
    if (!__heddle_sym_in_string(text, WHOLE)) return real(text);  \
    const struct parsed p = heddle_lib_own_parse(text, NULL, 10); \
    return (type)(p.negative ? 0 - p.magnitude : p.magnitude);    \
  }
TEN(atoi, int, atoi)
TEN(atol, long, atol)
TEN(atoll, long long, atoll)
#undef TEN
