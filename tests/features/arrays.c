#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "feature.h"

/* Arrays, pointers and what C programs do with them. */

FEATURE(packed) {
  struct __attribute__((packed)) {
    char a;
    int b;
    char c;
  } s = {1, x, 2};
  char* p = (char*)&s;
  return p[1] + s.b;
}
FEATURE(signed_bit_field) {
  struct {
    signed a : 3;
    unsigned b : 5;
  } s;
  s.a = x;
  s.b = x * 7;
  return s.a * 100 + s.b;
}
FEATURE(bit_field_compound) {
  struct {
    unsigned a : 2, b : 3;
  } s = {0, 0};
  s.a += x;
  s.b -= x;
  return s.a * 10 + s.b;
}
FEATURE(enum_switch) {
  enum E { A, B = 3, C = 5 } e = (enum E)x;
  switch (e) {
    case A: return 1;
    case B: return 2;
    case C: return 3;
  }
  return 4;
}
FEATURE(pre_post) {
  int a = x;
  int b = a++ + ++a;
  return b * 10 + a;
}
static int f0(int a) { return a; }
static int f1(int a) { return a + 1; }
static int f2(int a) { return a * 2; }
static int f3(int a) { return a - 9; }
FEATURE(function_table) {
  static int (*const t[4])(int) = {f0, f1, f2, f3};
  return t[x & 3](x);
}
FEATURE(function_table_masked) {
  int (*t[2])(int) = {f1, f3};
  int r = 0;
  for (int i = 0; i < 3; ++i) r = r * 10 + t[x >> i & 1](i);
  return r;
}
FEATURE(goto_in_loop) {
  int n = 0;
again:
  if (n * n < x * 3) {
    ++n;
    goto again;
  }
  return n;
}
FEATURE(duff) {
  int n = 0, c = x;
  switch (c % 4) {
    case 0: do { ++n;
        case 3: ++n;
        case 2: n += 2;
        case 1: n += 3;
      } while ((c -= 4) > 0);
  }
  return n;
}
FEATURE(memcpy_of_structure_array) {
  struct P {
    int a, b;
  } t[8], u[8];
  for (int i = 0; i < 8; ++i) t[i].a = i, t[i].b = i * x;
  memcpy(u, t, sizeof t);
  return u[x].b;
}
FEATURE(memcpy_at_input) {
  char t[16] = "0123456789abcde";
  char u[4] = {0};
  memcpy(u, t + x, 3);
  return u[0] * 1000 + u[2];
}
FEATURE(memcpy_to_input) {
  char u[16] = {0};
  memcpy(u + x, "ab", 2);
  return u[4] * 256 + u[5];
}
FEATURE(memset_at_input) {
  char u[16] = {0};
  memset(u + x, 7, 2);
  return u[3];
}
FEATURE(memmove_overlap) {
  char t[12] = "abcdefghij";
  memmove(t + x / 2, t, 4);
  return t[3];
}
FEATURE(structure_at_input) {
  struct P {
    int a;
    char b;
  } t[8];
  for (int i = 0; i < 8; ++i) t[i].a = i * 5, t[i].b = (char)(i + 1);
  struct P p = t[x];
  return p.a * 10 + p.b;
}
FEATURE(structure_stored_at_input) {
  struct P {
    int a;
    short b;
  } t[8] = {{0}};
  t[x] = (struct P){3, 4};
  return t[2].a + t[6].b * 10;
}
FEATURE(write_through_table) {
  int a = 0, b = 0;
  int* t[2] = {&a, &b};
  *t[x & 1] = x;
  return a * 10 + b;
}
FEATURE(increment_at_input) {
  int t[8] = {0};
  t[x]++;
  t[x] += x;
  return t[3] * 10 + t[5];
}
FEATURE(histogram) {
  int t[4] = {0};
  for (int i = 0; i < 3; ++i) t[(x >> i) & 3]++;
  return t[0] * 100 + t[1] * 10 + t[2];
}
FEATURE(swap_at_inputs) {
  int t[8];
  for (int i = 0; i < 8; ++i) t[i] = i;
  int s = t[x];
  t[x] = t[0];
  t[0] = s;
  return t[0] * 10 + t[7];
}
FEATURE(insertion_sort) {
  int t[4] = {5, x, 2, x + 1};
  for (int i = 1; i < 4; ++i) {
    int v = t[i], j = i;
    while (j > 0 && t[j - 1] > v) {
      t[j] = t[j - 1];
      --j;
    }
    t[j] = v;
  }
  return t[0] * 100 + t[3];
}
FEATURE(union_find) {
  int p[4] = {0, 0, 1, 2};
  int n = x & 3;
  while (p[n] != n) n = p[n];
  return n + x;
}
FEATURE(linked_list) {
  struct N {
    int v;
    struct N* n;
  } a[4];
  for (int i = 0; i < 4; ++i) a[i].v = i * i, a[i].n = i < 3 ? &a[i + 1] : NULL;
  struct N* p = &a[x & 1];
  int s = 0;
  while (p) s += p->v, p = p->n;
  return s;
}
FEATURE(string_build) {
  char t[8];
  int n = 0;
  for (int i = 0; i <= x; ++i) t[n++] = (char)('a' + i);
  t[n < 8 ? n : 7] = 0;
  return n < 8 ? (long)strlen(t) : -1;
}
FEATURE(ring_buffer) {
  int b[4] = {1, 2, 3, 4};
  unsigned head = (unsigned)x;
  return b[head++ % 4] * 10 + b[head % 4];
}
FEATURE(hash_probe) {
  int keys[8] = {0};
  int k = x * 5 + 1;
  int h = k % 8;
  while (keys[h] != 0) h = (h + 1) % 8;
  keys[h] = k;
  h = 3;
  return keys[h];
}
FEATURE(flag_bytes) {
  unsigned char set[32] = {0};
  set[x >> 3] |= (unsigned char)(1u << (x & 7));
  return set[0];
}
FEATURE(bitmap_test) {
  static const unsigned char set[2] = {0xa5, 0x3c};
  return set[x >> 2 & 1] >> (x & 3) & 1;
}
FEATURE(utf8_length) {
  static const unsigned char len[16] = {1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 2, 2, 3, 4};
  unsigned char c = (unsigned char)(x * 36);
  return len[c >> 4];
}
FEATURE(hex_digit) { return "0123456789abcdef"[x * 2 + 1]; }
FEATURE(hex_both) {
  static const char d[] = "0123456789abcdef";
  char t[3] = {d[(x * 37) >> 4 & 15], d[x * 37 & 15], 0};
  return t[0] * 256 + t[1];
}
FEATURE(index_of_structure_pointer) {
  struct S {
    int n;
    int t[4];
  } s = {4, {9, 8, 7, 6}};
  struct S* volatile p = &s;
  return p->t[x & 3];
}
FEATURE(index_into_member_overruns) {
  struct S {
    char name[4];
    int admin;
  } s = {"abc", 1};
  struct S* volatile p = &s;
  return p->name[x & 3];
}
FEATURE(table_in_heap_structure) {
  struct S {
    int n;
    unsigned char t[];
  }* s = malloc(sizeof *s + 8);
  s->n = 8;
  for (int i = 0; i < 8; ++i) s->t[i] = (unsigned char)(i * 3);
  int r = s->t[x];
  free(s);
  return r;
}
FEATURE(realloc_then_read) {
  int* t = malloc(8);
  t[0] = 1;
  t[1] = 2;
  t = realloc(t, 32);
  for (int i = 2; i < 8; ++i) t[i] = i * i;
  int r = t[x];
  free(t);
  return r;
}
FEATURE(read_partly_written) {
  int* t = malloc(32);
  for (int i = 0; i < 4; ++i) t[i] = i + 1;
  int r = x < 4 ? t[x] : 0;
  free(t);
  return r;
}
FEATURE(vla_table) {
  int n = 8;
  int t[n];
  for (int i = 0; i < n; ++i) t[i] = i * 9;
  return t[x];
}
FEATURE(vla_of_input_read) {
  int n = x + 1;
  int t[n];
  for (int i = 0; i < n; ++i) t[i] = i;
  return t[x];
}
FEATURE(table_by_parameter_pointer) {
  int t[4] = {4, 5, 6, 7};
  int* p = t;
  int* q = p + (x & 3);
  return *q * 10 + p[3 - (x & 3)];
}
FEATURE(difference_of_pointers) {
  static const char t[] = "aabbccdd";
  const char* p = t;
  while (p < t + x) p += 2;
  return p - t;
}
FEATURE(find_pointer_in_table) {
  static const char t[9] = "hgfedcba";
  const char* p = memchr(t, 'a' + x, 8);
  return p - t;
}
FEATURE(short_wraps) {
  unsigned short i = (unsigned short)(65532 + x);
  static const int t[4] = {1, 2, 3, 4};
  return i >= 65532 ? 0 : t[i];
}
FEATURE(negative_modulo) {
  static const int t[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  int i = (x - 4) % 3;
  return t[i + 3];
}
FEATURE(compare_exchange_of_input) {
  _Atomic int a = 3;
  int e = x;
  bool ok = atomic_compare_exchange_strong(&a, &e, 7);
  return ok * 100 + e * 10 + a;
}
FEATURE(fetch_then_index) {
  _Atomic unsigned a = 0;
  atomic_fetch_add(&a, (unsigned)x);
  static const int t[8] = {7, 6, 5, 4, 3, 2, 1, 0};
  return t[atomic_load(&a)];
}
FEATURE(volatile_table) {
  static volatile int t[8] = {0, 2, 4, 6, 8, 10, 12, 14};
  return t[x];
}
FEATURE(errno_of_input) {
  errno = x;
  return errno * 2;
}
FEATURE(ternary_pointer) {
  int a = 5, b = 6;
  int* p = x > 3 ? &a : &b;
  return *p;
}
FEATURE(null_or_table) {
  int t[2] = {1, 2};
  int* p = x == 6 ? NULL : t;
  return p[x & 1];
}
FEATURE(compound_literal) { return (int[]){1, 2, 3, 4, 5, 6, 7, 8}[x]; }
FEATURE(string_literals_compare) {
  const char* a = x & 1 ? "ab" : "cd";
  return strcmp(a, "cd") < 0;
}
FEATURE(varargs_table) {
  char b[8];
  int r = 0;
  const char* names[3] = {"a", "bb", "ccc"};
  (void)b;
  for (int i = 0; i <= x % 3; ++i) r += (int)strlen(names[i]);
  return r;
}
FEATURE(divide_in_table) {
  int t[8];
  for (int i = 0; i < 8; ++i) t[i] = i - 3;
  return 12 / t[x];
}
FEATURE(overflow_check_table) {
  static const int t[4] = {INT_MAX, 1, INT_MIN, -1};
  int r;
  return __builtin_add_overflow(t[x & 3], x, &r);
}
FEATURE(popcount_table) {
  static const unsigned char t[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
  unsigned v = (unsigned)x * 29;
  return t[v & 15] + t[v >> 4 & 15];
}
FEATURE(loop_by_table) {
  static const unsigned char n[8] = {3, 1, 4, 1, 5, 2, 6, 0};
  int s = 0;
  for (int i = 0; i < n[x]; ++i) s += i;
  return s;
}
FEATURE(shift_by_table) {
  static const unsigned char n[8] = {3, 1, 4, 1, 5, 9, 2, 6};
  return 1 << n[x];
}
FEATURE(table_result_index) {
  static const signed char n[8] = {-1, 0, 1, 2, -1, 3, 0, 1};
  static const int t[4] = {10, 20, 30, 40};
  int i = n[x];
  return i < 0 ? -5 : t[i];
}
FEATURE(table_result_unchecked) {
  static const signed char n[8] = {0, 0, 1, 2, 1, 3, 0, 4};
  int* t = calloc(4, 4);
  int r = t[n[x]];
  free(t);
  return r;
}
FEATURE(overrun_by_table) {
  static const unsigned char n[8] = {0, 1, 2, 3, 4, 5, 6, 8};
  char* t = calloc(8, 1);
  t[n[x]] = 1;
  int r = t[2];
  free(t);
  return r;
}
FEATURE(float_of_table_compare) {
  static const int n[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  float f = (float)n[x] / 2;
  return f > 2.2f;
}
FEATURE(print_of_table) {
  static const int n[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  char b[8];
  snprintf(b, sizeof b, "%d", n[x]);
  return b[0];
}
FEATURE(index_after_print) {
  static const int n[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  int v = n[x];
  char b[8];
  snprintf(b, sizeof b, "%d", x);
  return b[0] * 10 + v;
}
