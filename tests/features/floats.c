#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "feature.h"

/* Floating point. */

FEATURE(sum) { return (long)((double)x + 0.5 + (double)x); }
FEATURE(difference) { return (long)((2.5f - (float)x) * 2); }
FEATURE(product) { return (long)((double)x * 1.75); }
FEATURE(quotient) { return (long)(100 / ((double)x + 1)); }
FEATURE(division_by_zero) { return 1.0 / (double)(x - 3) > 1e300; }
FEATURE(zero_by_zero) {
  double d = (double)(x - 3);
  return d / d != d / d;
}
FEATURE(rounding_of_tenths) {
  double d = x * 0.1;
  return d == 0.3 ? 1 : d == 0.30000000000000004 ? 2 : 3;
}
FEATURE(single_is_not_double) { return (double)(float)(x * 0.1) == x * 0.1; }
FEATURE(less) { return (float)x < 3.5f; }
FEATURE(less_equal) { return (double)x <= 5; }
FEATURE(equal) { return (double)x == 5; }
FEATURE(not_equal) { return (double)x != 5; }
FEATURE(islessgreater) { return islessgreater((double)x, 5.0) != 0; }
FEATURE(isunordered) { return isunordered((double)x, sqrt((double)(x - 4))) != 0; }
FEATURE(not_less) { return !((double)x < 5); }
FEATURE(negated) { return (long)-(double)x; }
FEATURE(negative_zero) { return (long)(1.0 / -(double)x < 0) * 10 + (x == 0); }
FEATURE(absolute) { return (long)fabs((double)x - 4.5); }
FEATURE(absolute_single) { return fabsf((float)x - 4) == 2; }
FEATURE(copysign) { return (long)copysign(3.0, (double)(x - 4)); }
FEATURE(signbit) { return signbit((double)(x - 4)) != 0; }
FEATURE(root) { return (long)(sqrt((double)x) * 100); }
FEATURE(root_single) { return sqrtf((float)x) == 2; }
FEATURE(root_of_negative) {
  errno = 0;
  const double root = sqrt((double)(x - 4));
  return (root != root) * 10 + (errno == EDOM);
}
FEATURE(floor) { return (long)floor((x - 4) / 2.0); }
FEATURE(ceil) { return (long)ceil((x - 4) / 2.0); }
FEATURE(trunc) { return (long)trunc((x - 4) / 2.0); }
FEATURE(round) { return (long)round((x - 4) / 2.0); }
FEATURE(rint) { return (long)rint((x - 4) / 2.0); }
FEATURE(floor_single) { return (long)floorf((float)(x - 4) / 2); }
FEATURE(fmin) { return (long)fmin((double)x, 4.5); }
FEATURE(fmax) { return (long)fmax((double)x, sqrt((double)(x - 4))); }
FEATURE(multiply_and_add) {
  double a = x;
  return (long)(a * a + a);
}
FEATURE(isnan) { return isnan(sqrt((double)(x - 4))) != 0; }
FEATURE(isinf) { return isinf(1 / (double)(x - 4)) != 0; }
FEATURE(isfinite) { return isfinite(1 / (double)(x - 4)) != 0; }
FEATURE(isnormal) { return isnormal((double)x) != 0; }
FEATURE(fpclassify) { return fpclassify((double)x * 0x1p-1074); }
FEATURE(to_signed_char) { return (signed char)((double)x * 15.9); }
FEATURE(to_unsigned_short) { return (unsigned short)((float)x * 1000); }
FEATURE(to_unsigned) { return (long)(unsigned)((double)x * 500000000.0); }
FEATURE(to_unsigned_long) { return (long)((unsigned long)((double)x * 0x1p61) >> 32); }
FEATURE(to_int_negative) { return (int)(-1.5 * x); }
FEATURE(to_bool) { return (_Bool)((double)x / 2 - 1); }
FEATURE(from_unsigned_long) { return (double)(~0UL - (unsigned)x) == 0x1p64; }
FEATURE(from_char) { return (long)((double)(signed char)(x * 40) / 2); }
FEATURE(from_long_to_single) { return (float)((1L << 40) + x * 100000) == (float)((1L << 40) + 300000); }
FEATURE(from_truth) { return (long)((double)(x > 3) * 2.5); }
FEATURE(single_to_double) { return (long)((double)((float)x / 3) * 1e9); }
FEATURE(double_to_single) { return (long)((float)((double)x / 3) * 1e9f); }
FEATURE(index_by_fraction) {
  static const int t[4] = {3, 1, 4, 1};
  return t[(int)((double)x / 2)];
}
FEATURE(array_of_doubles) {
  double d[8] = {0, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5};
  return (long)(d[x] * 2);
}
FEATURE(table_of_floats) {
  static const float t[8] = {0.5f, 1, 2, 3, 5, 8, 13, 21};
  return t[x] > 4;
}
FEATURE(average) {
  double v[3] = {x, 2.5, 7};
  double s = 0;
  for (int i = 0; i < 3; ++i) s += v[i];
  return s / 3 > 4;
}
FEATURE(loop_to_a_fraction) {
  int n = 0;
  for (double d = 0; d < x * 0.5; d += 0.25) ++n;
  return n;
}
static double __attribute__((noinline)) half(double d, float f) { return d / 2 + f; }
FEATURE(by_call) { return (long)half((double)x, (float)x); }
FEATURE(by_pointer_to_function) {
  double (*volatile f)(double, float) = half;
  return (long)f((double)x, 1.0f);
}
struct point {
  double x, y;
};
static struct point __attribute__((noinline)) move(struct point p) { return (struct point){p.x + 1, p.y * 2}; }
FEATURE(structure_of_doubles) {
  struct point p = move((struct point){x, 2});
  return (long)(p.x * 10 + p.y);
}
FEATURE(chosen) {
  double d = x > 3 ? (double)x : 0.5;
  return (long)(d * 2);
}
FEATURE(union_with_bits) {
  union {
    float f;
    uint32_t u;
  } u = {.f = (float)x};
  return (long)(u.u >> 20);
}
FEATURE(bits_to_number) {
  uint32_t bits = 0x40000000U + ((unsigned)x << 22);
  float f;
  memcpy(&f, &bits, sizeof f);
  return (long)f;
}
static _Atomic double shared;
static void* writer(void* argument) {
  atomic_store(&shared, *(double*)argument);
  return NULL;
}
FEATURE(by_another_thread) {
  double d = x * 1.5;
  pthread_t t;
  pthread_create(&t, NULL, writer, &d);
  pthread_join(t, NULL);
  return atomic_load(&shared) > 5;
}
FEATURE(shown) {
  double d = x;
  printf("%.2f\n", d);
  return x == 3;
}
NAMED(remainder_of_division) { return (long)fmod((double)x, 3); }
NAMED(sine) { return sin((double)x) > 0.5; }
NAMED(power) { return (long)pow((double)x, 2); }
NAMED(fused) { return (long)fma((double)x, 2, 1); }
NAMED(nearest_long) { return lround((double)x / 2); }
NAMED(printed_to_text) {
  char text[32];
  snprintf(text, sizeof text, "%.1f", (double)x);
  return text[0];
}
NAMED(vector_of_floats) {
  typedef float vector __attribute__((vector_size(16)));
  vector v = {(float)x, 1, 2, 3};
  v = v * v;
  return (long)v[0];
}
