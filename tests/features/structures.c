#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "feature.h"

/* Structures and unions, by value and in memory. */

struct pair {
  int a;
  int b;
};
struct triple {
  long a, b, c;
};
struct mixed {
  char c;
  double d;
  short s;
};

/* Structures and unions by value. */
static struct pair __attribute__((noinline)) make_pair(int x) { return (struct pair){x, x * 2}; }
FEATURE(pair_in_one_register) { return make_pair(x).b; }
static struct triple __attribute__((noinline)) make_triple(int x) { return (struct triple){x, x + 1, x + 2}; }
FEATURE(triple_by_hidden_pointer) { return make_triple(x).c; }
static struct mixed __attribute__((noinline)) make_mixed(int x) { return (struct mixed){(char)x, x, (short)(x * 3)}; }
FEATURE(mixed_with_double) { return make_mixed(x).s; }
static long __attribute__((noinline)) take_mixed(struct mixed m) { return m.c + m.s; }
NAMED(mixed_argument) { return take_mixed((struct mixed){(char)x, 1.5, (short)x}); }
NAMED(mixed_by_pointer_to_function) {
  long (*volatile f)(struct mixed) = take_mixed;
  return f((struct mixed){(char)x, 1.5, (short)x});
}
FEATURE(structures_swapped) {
  struct pair p = {x, 1}, q = {2, x};
  struct pair t = p;
  p = q;
  q = t;
  return p.a * 100 + p.b * 10 + q.a;
}
FEATURE(structure_chosen) {
  struct pair p = {1, 2}, q = {3, 4};
  struct pair r = x > 4 ? p : q;
  return r.a;
}
FEATURE(structure_in_array_by_value) {
  struct triple t[4] = {{0}};
  t[x & 3] = make_triple(x);
  return t[2].b;
}
FEATURE(union_of_structures) {
  union {
    struct pair p;
    long l;
  } u;
  u.p = (struct pair){x, x};
  return u.l >> 32;
}
FEATURE(union_byte_of_int) {
  union {
    uint32_t i;
    uint8_t b[4];
  } u = {.i = (uint32_t)x * 0x01020304u};
  return u.b[x & 3];
}
FEATURE(nested_initializers) {
  struct {
    struct pair p[2];
    int n;
  } s = {.p[1].b = x, .n = 3};
  return s.p[1].b + s.p[0].a + s.n;
}
FEATURE(structure_compared_by_memcmp) {
  struct pair p = {x, 3}, q = {5, 3};
  return memcmp(&p, &q, sizeof p) == 0;
}
FEATURE(bit_field_compare) {
  struct {
    unsigned a : 3, b : 5, c : 9;
  } s = {(unsigned)x, (unsigned)x * 3, (unsigned)x * 50};
  return s.a + s.b * 10 + s.c;
}
FEATURE(bit_field_across_bytes) {
  struct __attribute__((packed)) {
    unsigned long a : 7, b : 20, c : 37;
  } s = {0};
  s.b = (unsigned long)x << 17;
  s.c = (unsigned long)x << 34;
  return (long)(s.b >> 17) * 10 + (long)(s.c >> 34);
}
FEATURE(bit_field_bool) {
  struct {
    bool a : 1, b : 1;
  } s = {x & 1, x & 2};
  return s.a * 2 + s.b;
}
FEATURE(bit_field_array_of_structures) {
  struct {
    unsigned a : 4, b : 4;
  } s[8] = {{0}};
  s[x].a = 5;
  s[x].b = (unsigned)x;
  return s[3].a * 16 + s[3].b;
}
FEATURE(bit_field_increment_wraps) {
  struct {
    unsigned a : 3;
  } s = {(unsigned)x};
  s.a++;
  return s.a;
}
