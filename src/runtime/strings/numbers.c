#include <arpa/inet.h>
#include <ctype.h>
#include <stdlib.h>

#include "runtime/strings/parsed.h"
#include "runtime/strings/shadows.h"

/* Classes of characters, in the locale "C", without decisions; and numbers in texts. */

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

/* Compiled without optimisation, a program calls these. */
uint32_t heddle_lib_htonl(uint32_t number) { return __builtin_bswap32(number); }
uint16_t heddle_lib_htons(uint16_t number) { return __builtin_bswap16(number); }
uint32_t heddle_lib_ntohl(uint32_t number) { return __builtin_bswap32(number); }
uint16_t heddle_lib_ntohs(uint16_t number) { return __builtin_bswap16(number); }

static struct parsed heddle_lib_own_parse(const char* text, char** end, int base) {
  struct parsed result = {0, 0, 0, 0};
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
  for (int d; (d = heddle_lib_own_digit(*s, base)) >= 0; ++s) heddle_lib_own_add_digit(&result, base, d);
  if (end != NULL) *end = (char*)(result.digits != 0 ? s : text);
  return result;
}

#define SIGNED(name, type, real)                                            \
  type heddle_lib_##name(const char* text, char** end, int base) {          \
    if (!__heddle_sym_in_string(text, WHOLE)) return real(text, end, base); \
    const struct parsed p = heddle_lib_own_parse(text, end, base);          \
    return heddle_lib_own_as_signed(&p);                                    \
  }
#define UNSIGNED(name, type, real)                                          \
  type heddle_lib_##name(const char* text, char** end, int base) {          \
    if (!__heddle_sym_in_string(text, WHOLE)) return real(text, end, base); \
    const struct parsed p = heddle_lib_own_parse(text, end, base);          \
    return heddle_lib_own_as_unsigned(&p);                                  \
  }
SIGNED(strtol, long, strtol)
SIGNED(strtoimax, long, strtol)
UNSIGNED(strtoumax, unsigned long, strtoul)
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
