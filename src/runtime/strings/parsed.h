#pragma once

/* Numbers that are read digit by digit, as strtol and scanf do. */

#include <errno.h>
#include <limits.h>

struct parsed {
  unsigned long magnitude;
  int negative;
  int digits;
  int overflow;
};

static inline int heddle_lib_own_within(int c, int low, int high) { return (c >= low) & (c <= high); }

static inline int heddle_lib_own_is_space(int c) { return (c == ' ') | heddle_lib_own_within(c, '\t', '\r'); }

/* Its value as a digit in this base, or -1: one decision. */
static inline int heddle_lib_own_digit(int c, int base) {
  if (base <= 10) return heddle_lib_own_within(c, '0', '0' + base - 1) ? c - '0' : -1;
  const int is_digit = heddle_lib_own_within(c, '0', '9');
  const int is_letter = heddle_lib_own_within(c | 32, 'a', 'a' + base - 11);
  if (!(is_digit | is_letter)) return -1;
  return is_digit * (c - '0') + is_letter * ((c | 32) - 'a' + 10);
}

static inline void heddle_lib_own_add_digit(struct parsed* p, int base, int digit) {
  const unsigned long before = p->magnitude;
  p->magnitude = before * (unsigned long)base + (unsigned long)digit;
  /* Eleven digits fit in every base: this saves a decision for the usual numbers. */
  if (++p->digits > 11 && (before > ULONG_MAX / (unsigned long)base || p->magnitude < (unsigned long)digit))
    p->overflow = 1;
}

static inline long heddle_lib_own_as_signed(const struct parsed* p) {
  const unsigned long most = (unsigned long)LONG_MAX + (p->negative ? 1 : 0);
  if (p->digits > 11 && (p->overflow || p->magnitude > most)) {
    errno = ERANGE;
    return p->negative ? LONG_MIN : LONG_MAX;
  }
  return p->negative ? (long)(0 - p->magnitude) : (long)p->magnitude;
}

static inline unsigned long heddle_lib_own_as_unsigned(const struct parsed* p) {
  if (p->overflow) {
    errno = ERANGE;
    return ULONG_MAX;
  }
  return p->negative ? 0 - p->magnitude : p->magnitude;
}
