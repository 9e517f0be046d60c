#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "feature.h"

/* Conversions, 128 bits, bits and floating point. */

/* Conversions. */
FEATURE(truncated_to_char) { return (signed char)(x * 40); }
FEATURE(truncated_to_short) { return (short)(x * 10000); }
FEATURE(enum_from_int) {
  enum { A, B, C } e = x % 3;
  return e == B;
}
FEATURE(pointer_to_int_and_back) {
  static int v[8] = {3, 1, 4, 1, 5, 9, 2, 6};
  uintptr_t p = (uintptr_t)(v + x);
  return *(int*)p;
}
FEATURE(int_compared_with_unsigned) { return (x - 4) > 0u; }
FEATURE(char_is_signed) {
  char c = (char)(x * 50);
  return c < 0;
}
FEATURE(ptrdiff_of_strings) {
  const char* s = "abcdefgh";
  const char* e = s + x;
  return (e - s) * 2;
}
FEATURE(size_t_underflows) {
  size_t n = (size_t)x - 3;
  return n > 100;
}
FEATURE(bool_of_pointer) {
  int v;
  int* p = x & 1 ? &v : 0;
  return (bool)p;
}
FEATURE(bool_of_double) { return (bool)(x * 0.25 - 0.5); }
FEATURE(long_long_to_double_to_float) { return (float)(double)((long long)x << 30) > 4e9f; }
FEATURE(shift_of_negative) { return (x - 4) >> 1; }
FEATURE(hexadecimal_floats) { return (long)(x * 0x1.8p1); }

/* 128 bits. */
FEATURE(int128_shift_by_input) { return (long)(((unsigned __int128)1 << (x * 16)) >> 64); }
FEATURE(int128_product_high) { return (long)(((unsigned __int128)(unsigned long)(x + 1) * 0x4000000000000001ul) >> 64); }
FEATURE(int128_signed_compare) { return ((__int128)(x - 4) << 70) < 0; }
FEATURE(int128_remainder) { return (long)((((unsigned __int128)(unsigned)x << 66) + 5) % 7); }
static __int128 __attribute__((noinline)) wide_add(__int128 a, __int128 b) { return a + b; }
FEATURE(int128_argument_and_result) { return (long)(wide_add((__int128)x << 64, 5) >> 64); }
NAMED(int128_to_double) { return (double)((__int128)x << 65) > 1e20; }

/* Bits. */
FEATURE(gray_code) { return x ^ (x >> 1); }
FEATURE(interleave_bits) {
  unsigned r = 0;
  for (int i = 0; i < 3; ++i) r |= ((unsigned)x >> i & 1) << (2 * i);
  return r;
}
FEATURE(lowest_bit) { return x & -x; }
FEATURE(is_power_of_two) { return x && !(x & (x - 1)); }
FEATURE(popcount_loop) {
  int n = 0;
  for (unsigned v = (unsigned)x * 37; v; v &= v - 1) ++n;
  return n;
}
FEATURE(crc8) {
  uint8_t c = (uint8_t)x;
  for (int i = 0; i < 8; ++i) c = (uint8_t)(c & 0x80 ? c << 1 ^ 7 : c << 1);
  return c;
}
FEATURE(xorshift) {
  uint64_t s = (uint64_t)x + 1;
  s ^= s << 13;
  s ^= s >> 7;
  s ^= s << 17;
  return (long)(s % 1000);
}
FEATURE(fixed_point) { return (x * 0x18000) >> 16; }
FEATURE(ctz_switch) {
  switch (__builtin_ctz((unsigned)x | 8)) {
    case 0: return 5;
    case 1: return 6;
    case 2: return 7;
    default: return 8;
  }
}
FEATURE(clz_of_long) { return __builtin_clzl((unsigned long)x + 1); }
FEATURE(bit_reversal_table) {
  static const unsigned char r[8] = {0, 4, 2, 6, 1, 5, 3, 7};
  return r[r[x] ^ 1];
}
FEATURE(overflow_of_long_product) {
  long r;
  return __builtin_mul_overflow(0x2000000000000000l, (long)x, &r);
}
FEATURE(overflow_of_short_sum) {
  short r;
  return __builtin_add_overflow((short)32764, (short)x, &r);
}
FEATURE(average_without_overflow) { return (x & 5) + ((x ^ 5) >> 1); }

/* Floating point. */
FEATURE(pi_by_loop) {
  double s = 0;
  for (int i = 0; i < x; ++i) s += (i % 2 ? -1.0 : 1.0) / (2 * i + 1);
  return s * 4 > 3;
}
FEATURE(newton_root) {
  double r = 1;
  for (int i = 0; i < 3; ++i) r = (r + x / r) / 2;
  return r > 2;
}
FEATURE(float_counts) {
  float f = 16777216.0f;
  f += (float)x;
  return (long)f - 16777216;
}
FEATURE(horner) { return (long)((0.5 * x + 1.5) * x - 2.0); }
FEATURE(hypotenuse) { return sqrt(x * x + 16.0) == 5.0; }
FEATURE(float_to_unsigned_char) { return (unsigned char)(x * 31.9f); }
FEATURE(fma_by_parts) { return x * 0.1 + 0.2 == 0.3; }
FEATURE(float_min_of_array) {
  float v[3] = {3.5f, (float)x, 5.0f};
  float m = v[0];
  for (int i = 1; i < 3; ++i) m = v[i] < m ? v[i] : m;
  return m < 3;
}
FEATURE(infinite_by_division) { return isinf(1.0 / (x - 4)) != 0; }
FEATURE(nan_is_not_itself) {
  double d = (x - 2) * 0.0 / (x - 2);
  return d != d;
}
FEATURE(double_bits_sign) {
  double d = x - 3.5;
  uint64_t b;
  memcpy(&b, &d, 8);
  return b >> 63;
}
NAMED(scaled_by_ldexp_of_constant) { return (long)ldexp((double)x, 3); }
NAMED(fmod_of_input) { return (long)(fmod(x * 1.5, 2.0) * 10); }
NAMED(fdim_of_input) { return (long)fdim(x, 3); }
NAMED(lrint_half) { return lrint(x * 0.5); }
NAMED(cbrt_of_input) { return cbrt(x) == 1; }
NAMED(nextafter_of_input) { return nextafter(x, 10) > 5; }
