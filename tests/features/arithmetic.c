#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "feature.h"

/* What the language computes: numbers, vectors. */

FEATURE(identity) { return x; }
FEATURE(add) { return x + 3; }
FEATURE(multiply) { return x * x - 3 * x; }
FEATURE(divide) { return 100 / (x + 1); }
FEATURE(remainder) { return (x - 4) % 3; }
FEATURE(divide_negative) { return (x - 4) / 2; }
FEATURE(shift_left) { return 1L << x; }
FEATURE(shift_right) { return 200 >> x; }
FEATURE(shift_signed) { return -200 >> x; }
FEATURE(rotate_left) { return (uint32_t)(0x80000001u << x | 0x80000001u >> ((32 - x) & 31)); }
FEATURE(rotate_byte) {
  unsigned char b = 0x91;
  return (unsigned char)(b << x | b >> (8 - x));
}
FEATURE(builtin_rotate) { return __builtin_rotateleft16(0x1234, x); }
FEATURE(builtin_rotate_right) { return (long)__builtin_rotateright64(0x123456789, (unsigned long)x * 8); }
FEATURE(popcount) { return __builtin_popcount(x); }
FEATURE(popcount_long) { return __builtin_popcountl((unsigned long)x << 40 | 1); }
FEATURE(parity) { return __builtin_parity(x); }
FEATURE(ctz) { return __builtin_ctz(x | 8); }
FEATURE(clz) { return __builtin_clz(x | 1); }
FEATURE(ffs) { return __builtin_ffs(x); }
FEATURE(clrsb) { return __builtin_clrsb(x - 3); }
FEATURE(bswap16) { return __builtin_bswap16((uint16_t)x); }
FEATURE(bswap32) { return __builtin_bswap32((uint32_t)x); }
FEATURE(bswap64) { return (long)__builtin_bswap64((uint64_t)x); }
FEATURE(bit_reverse) { return __builtin_bitreverse8((uint8_t)x); }
FEATURE(absolute) { return __builtin_abs(x - 4); }
FEATURE(add_overflow) {
  int r;
  return __builtin_add_overflow(INT_MAX - 4, x, &r) ? -1 : 1;
}
FEATURE(add_overflow_value) {
  int r;
  return __builtin_add_overflow(INT_MAX - 4, x, &r) ? r : 1;
}
FEATURE(sub_overflow) {
  unsigned r;
  return __builtin_sub_overflow(3u, (unsigned)x, &r) ? -1 : (long)r;
}
FEATURE(mul_overflow) {
  int r;
  return __builtin_mul_overflow(INT_MAX / 5, x, &r) ? -1 : r;
}
FEATURE(mul_overflow_long) {
  long r;
  return __builtin_mul_overflow(LONG_MAX / 5, (long)x, &r) ? -1 : r;
}
FEATURE(mixed_overflow) {
  unsigned char r;
  return __builtin_add_overflow(x, 251, &r) ? -1 : r;
}
FEATURE(saturating_add) { return __builtin_elementwise_add_sat((signed char)125, (signed char)x); }
FEATURE(saturating_sub) { return __builtin_elementwise_sub_sat((unsigned char)3, (unsigned char)x); }
FEATURE(minimum) { return __builtin_elementwise_min(x, 3); }
FEATURE(maximum) { return __builtin_elementwise_max(x, 3); }
FEATURE(add_carry) {
  unsigned carry;
  unsigned sum = __builtin_addc(UINT_MAX - 4, (unsigned)x, 1, &carry);
  return carry * 100L + (sum & 15);
}
FEATURE(fshl) { return (uint32_t)((uint64_t)0x12345678 << 32 >> (32 - x)); }
FEATURE(int128_multiply) { return (long)(((__int128)x << 70) * 3 >> 69); }
FEATURE(int128_divide) { return (long)(((__int128)1 << 80) / (x + 1) >> 70); }
FEATURE(int128_divisor_is_wide) { return (long)(((__int128)100 << 64) / ((__int128)(x + 1) << 64)); }
FEATURE(int128_compare) { return ((__int128)x << 100) > ((__int128)3 << 100) ? 1 : 2; }
FEATURE(int128_switch) {
  switch ((int)((unsigned __int128)x << 90 >> 90)) {
    case 3: return 1;
    default: return 0;
  }
}
FEATURE(int128_in_memory) {
  volatile __int128 v = (__int128)x << 64 | x;
  return (long)(v >> 64) + (long)v;
}
FEATURE(int128_divided_by_zero) { return (long)((__int128)1000 / (x == 9 ? 0 : x + 1)); }
FEATURE(bit_int) {
  unsigned _BitInt(23) b = (unsigned _BitInt(23))x;
  return (long)(b * b + 7);
}
NAMED(wide_bit_int) {
  unsigned _BitInt(200) b = (unsigned _BitInt(200))x << 150;
  return (long)(b >> 149);
}
FEATURE(unsigned_char_wraps) { return (unsigned char)(x * 60); }
FEATURE(signed_char) { return (signed char)(x * 40); }
FEATURE(to_bool) { return (bool)(x & 4); }
FEATURE(not_) { return !x; }
FEATURE(complement) { return ~x; }

FEATURE(to_double) { return (long)((double)x * 1.5); }
FEATURE(to_float) { return (float)x > 3.5f; }
FEATURE(from_double_in_memory) {
  volatile double d = x;
  return (long)d;
}
NAMED(long_double) { return (long)((long double)x / 2); }
FEATURE(complex_number) {
  _Complex double c = x + 2.0i;
  return (long)__real__(c * c);
}
NAMED(half_float) { return (long)((_Float16)x * 2); }
FEATURE(float_bits) {
  float f = (float)x;
  int bits;
  memcpy(&bits, &f, sizeof bits);
  return bits >> 20;
}
FEATURE(double_through_memory_copy) {
  double d = x;
  double e;
  memcpy(&e, &d, sizeof e);
  return e == 3;
}
FEATURE(double_by_call) {
  double (*volatile f)(double) = NULL;
  (void)f;
  double d[2] = {x, x + 1};
  return d[x & 1] > 4;
}
FEATURE(double_chosen_by_input) {
  double d = x > 3 ? 1.5 : 2.5;
  return (long)(d * 2);
}
FEATURE(double_counted) {
  double d = 0;
  for (int i = 0; i < x; ++i) d += 0.5;
  return (long)(d * 2);
}
typedef int vector4 __attribute__((vector_size(16)));
NAMED(vector_add) {
  vector4 a = {x, 1, 2, 3};
  vector4 b = a + a;
  return b[0] + b[3];
}
NAMED(vector_in_memory) {
  int values[4] = {x, 1, 2, 3};
  vector4 v;
  memcpy(&v, values, sizeof v);
  return v[0];
}
NAMED(vector_index) {
  vector4 a = {1, 2, 3, 4};
  return a[x & 3];
}
NAMED(vector_shuffle) {
  vector4 a = {x, 1, 2, 3};
  vector4 b = __builtin_shufflevector(a, a, 3, 2, 1, 0);
  return b[3];
}
NAMED(vector_compare) {
  vector4 a = {x, x, 2, 3};
  vector4 b = a > 3;
  return b[1];
}

FEATURE(sign_extension) { return (long)(int)((unsigned)x << 29); }
FEATURE(compare_signs) { return (unsigned)(x - 4) < 3u; }
FEATURE(minimum_of_long) { return LONG_MIN + x < LONG_MIN + 4 ? 3 : 4; }
