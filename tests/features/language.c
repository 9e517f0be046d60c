#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "feature.h"

/* What the language computes. */

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
FEATURE(short_circuit) { return (x > 2 && x < 5) || x == 7; }
FEATURE(conditional) { return x > 4 ? 10 : 20; }
FEATURE(comma) { return (x++, x); }
FEATURE(if_chain) {
  if (x == 1) return 5;
  if (x == 6) return 9;
  return 0;
}
FEATURE(switch_dense) {
  switch (x) {
    case 0: return 5;
    case 1: return 7;
    case 2: return 5;
    case 3: return 3;
    case 4: return 8;
    default: return 1;
  }
}
FEATURE(switch_of_long) {
  switch ((long)x << 40) {
    case 3L << 40: return 1;
    case 5L << 40: return 2;
    default: return 0;
  }
}
FEATURE(switch_of_range) {
  switch (x) {
    case 2 ... 4: return 1;
    default: return 0;
  }
}
FEATURE(switch_to_values) { /* becomes a table */
  switch (x) {
    case 0: return 31;
    case 1: return 41;
    case 2: return 59;
    case 3: return 26;
    case 4: return 53;
    case 5: return 58;
    case 6: return 97;
    default: return 93;
  }
}
FEATURE(computed_goto) {
  static void* const targets[] = {&&a, &&b, &&c, &&a, &&b, &&c, &&a, &&b};
  goto* targets[x];
a:
  return 1;
b:
  return 2;
c:
  return 3;
}
FEATURE(loop_of_input) {
  long sum = 0;
  for (int i = 0; i < x; ++i) sum += i;
  return sum;
}
FEATURE(while_shifts) {
  int n = 0;
  for (unsigned v = (unsigned)x; v != 0; v >>= 1) ++n;
  return n;
}
static long fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
FEATURE(recursion) { return fibonacci(x); }
__attribute__((noinline)) static int callee_many(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j,
                                                 int k, int l, int m, int n, int o, int p, int q, int r) {
  return a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q * 2 + r * 3;
}
NAMED(eighteen_arguments) { return callee_many(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, x); }
FEATURE(sixteen_arguments) { return callee_many(x, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, x, 1, 1); }
static int plus_two(int v) { return v + 2; }
static int times_two(int v) { return v * 2; }
static int (*volatile function_pointer)(int) = plus_two;
FEATURE(call_by_pointer) { return function_pointer(x); }
FEATURE(call_by_chosen_pointer) {
  int (*functions[])(int) = {plus_two, times_two};
  return functions[x & 1](x);
}
static long sum_of(int count, ...) {
  va_list list;
  va_start(list, count);
  long sum = 0;
  for (int i = 0; i < count; ++i) sum += va_arg(list, int);
  va_end(list);
  return sum;
}
NAMED(variadic) { return sum_of(2, 10, x); }
FEATURE(variadic_count) { return sum_of(x & 1, 10); }
static long sum_of_many(int count, ...) {
  va_list list;
  va_list copy;
  va_start(list, count);
  va_copy(copy, list);
  long sum = 0;
  for (int i = 0; i < count; ++i) sum += va_arg(list, int) * 2 - va_arg(copy, int);
  va_end(copy);
  va_end(list);
  return sum;
}
NAMED(variadic_on_the_stack) { return sum_of_many(9, 0, 0, 0, 0, 0, 0, 0, 0, x); }
struct pair {
  int a;
  int b;
};
struct big {
  int a[10];
};
__attribute__((noinline)) static struct pair make_pair(int v) { return (struct pair){v, v + 1}; }
__attribute__((noinline)) static struct big make_big(int v) { return (struct big){{v, 0, v + 1, 0, 0, 0, 0, 0, 0, v}}; }
__attribute__((noinline)) static int sum_big(struct big b) { return b.a[0] + b.a[2] * 10 + b.a[9] * 100; }
__attribute__((noinline)) static int sum_pair(struct pair p) { return p.a * 10 + p.b; }
FEATURE(structure_result) {
  struct pair p = make_pair(x);
  return p.a * 10 + p.b;
}
FEATURE(structure_by_memory) { return make_big(x).a[9]; }
FEATURE(structure_argument) { return sum_pair((struct pair){x, 1}); }
NAMED(structure_by_value) { return sum_big(make_big(x)); }
__attribute__((noinline)) static struct big (*volatile big_function)(int) = make_big;
FEATURE(structure_by_pointer_call) { return big_function(x).a[2]; }
FEATURE(structure_copy) {
  struct big b = make_big(x);
  struct big c = b;
  b.a[0] = 0;
  return c.a[0];
}
struct fields {
  unsigned a : 3;
  int b : 5;
  unsigned c : 24;
};
FEATURE(bit_fields) {
  struct fields f = {0};
  f.a = (unsigned)x;
  f.b = x - 5;
  f.c = (unsigned)x << 20;
  return f.a * 10000 + f.b * 100 + (f.c >> 20);
}
static volatile struct fields shared_fields;
FEATURE(bit_fields_in_memory) {
  shared_fields.a = 5;
  shared_fields.b = x;
  return shared_fields.a * 100 + shared_fields.b;
}
FEATURE(union_bytes) {
  union {
    int i;
    unsigned char b[4];
  } u;
  u.i = x << 8;
  return u.b[1] * 3;
}
FEATURE(union_float) {
  union {
    int i;
    float f;
  } u;
  u.f = 1;
  u.i += x;
  return u.i & 7;
}
static volatile int volatile_variable;
FEATURE(volatile_global) {
  volatile_variable = x;
  return volatile_variable + 1;
}
static _Thread_local int thread_local_variable;
FEATURE(thread_local_variable) {
  thread_local_variable = x;
  return thread_local_variable * 2;
}
FEATURE(static_local) {
  static int kept;
  kept = kept * 2 + x;
  return kept;
}
FEATURE(bytes_of_an_integer) {
  unsigned char b[4];
  memcpy(b, &x, sizeof b);
  return b[0] + b[3];
}
FEATURE(unaligned) {
  char b[16] = {0};
  memcpy(b + 3, &x, sizeof x);
  return *(int*)(void*)(b + 3) + 1;
}
FEATURE(index) {
  static const int table[] = {3, 1, 4, 1, 5, 9, 2, 6};
  return table[x];
}
FEATURE(index_of_locals) {
  int table[8] = {2, 7, 1, 8, 2, 8, 1, 8};
  table[x] = 100;
  return table[3] + table[5];
}
FEATURE(index_twice) {
  static const unsigned char table[4][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {1, 3, 5, 7}, {2, 4, 6, 8}};
  return table[x >> 1][x & 3];
}
FEATURE(pointer_difference) {
  char b[8];
  char* p = b + x;
  return p - b;
}
FEATURE(pointer_comparison) {
  char b[8];
  return b + x > b + 4;
}
FEATURE(pointer_as_integer) {
  char b[8] = {0};
  uintptr_t p = (uintptr_t)b + (unsigned)x;
  return (long)(p - (uintptr_t)b);
}
FEATURE(choice_of_pointers) {
  int a = 1;
  int b = 2;
  int* p = x > 3 ? &a : &b;
  *p = 9;
  return a * 10 + b;
}
FEATURE(pointer_in_memory) {
  int v[2] = {4, 5};
  int* volatile p = &v[x & 1];
  return *p;
}
FEATURE(tagged_pointer) {
  static int target[2];
  uintptr_t tagged = (uintptr_t)target | (unsigned)(x & 1);
  return (tagged & 1) != 0 ? 3 : 4;
}
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
NAMED(assembly_register) {
  int r;
  __asm__("leal 1(%1), %0" : "=r"(r) : "r"(x));
  return r;
}
FEATURE(assembly_memory_operand) {
  int m = x;
  int r;
  __asm__("movl %1, %0" : "=r"(r) : "m"(m));
  return r;
}
NAMED(assembly_read_write) {
  int m = x;
  __asm__("incl %0" : "+m"(m));
  return m;
}
NAMED(assembly_by_address) {
  int m = x;
  int r;
  __asm__("movl (%1), %0" : "=r"(r) : "r"(&m) : "memory");
  return r;
}
static int assembly_global;
FEATURE(assembly_of_global) {
  assembly_global = x;
  int r;
  __asm__("movl %1, %0" : "=r"(r) : "m"(assembly_global));
  return r;
}
static jmp_buf jump;
FEATURE(longjmp_value) {
  volatile int seen = x;
  int r = setjmp(jump);
  if (r == 0) longjmp(jump, seen);
  return r;
}
FEATURE(longjmp_keeps_memory) {
  static int kept;
  kept = x;
  if (setjmp(jump) == 0) longjmp(jump, 1);
  return kept;
}
FEATURE(longjmp_from_below) {
  volatile int count = 0;
  int r = setjmp(jump);
  ++count;
  if (count <= (x & 3)) longjmp(jump, count + 1);
  return r * 10 + count;
}
static sigjmp_buf signal_jump;
FEATURE(siglongjmp_value) {
  volatile int seen = x;
  int r = sigsetjmp(signal_jump, 1);
  if (r == 0) siglongjmp(signal_jump, seen + 1);
  return r;
}
NAMED(builtin_longjmp) {
  static void* buffer[5];
  static volatile int kept;
  kept = x;
  if (__builtin_setjmp(buffer) == 0) {
    if (kept > 3) __builtin_longjmp(buffer, 1);
    return 1;
  }
  return 2;
}
FEATURE(expect) { return __builtin_expect(x == 4, 0) ? 2 : 3; }
FEATURE(assume) {
  __builtin_assume(x < 8);
  return x < 8 ? x : 9;
}
FEATURE(unreachable) {
  switch (x & 1) {
    case 0: return 4;
    case 1: return 6;
    default: __builtin_unreachable();
  }
}
FEATURE(trap) {
  if (x == 6) __builtin_trap();
  return 0;
}
FEATURE(divided_by_zero) { return 100 / (x - 3); }
FEATURE(divided_by_zero_unused) {
  int unused = 100 / (x - 3);
  (void)unused;
  return 0;
}
FEATURE(divided_by_zero_unsigned) { return (long)(100u % ((unsigned)x & 3)); }
FEATURE(divided_overflows) {
  volatile int least = INT_MIN;
  return least / (x - 5) > 0;
}
FEATURE(divided_by_zero_in_dead_code) {
  volatile int a = 5;
  int r = a % (x - 6);
  r *= 0;
  return r;
}
FEATURE(null_pointer) {
  int value = 5;
  int* p = x == 2 ? NULL : &value;
  return *(volatile int*)p;
}
FEATURE(null_pointer_unused) {
  int value = 5;
  int* p = x == 2 ? NULL : &value;
  (void)*(volatile int*)p;
  return 0;
}
FEATURE(variable_length_array) {
  int a[x + 1];
  for (int i = 0; i <= x; ++i) a[i] = i;
  return a[x];
}
FEATURE(size_of_variable_array) {
  int a[x + 1];
  a[0] = 0;
  return (long)sizeof a;
}
FEATURE(alloca_of_input) {
  char* p = __builtin_alloca((size_t)x + 1);
  memset(p, 3, (size_t)x + 1);
  return p[x];
}
FEATURE(statement_expression) {
  return ({
    int y = x;
    y * 2;
  });
}
static void clean(int* p) { volatile_variable = *p; }
FEATURE(cleanup_attribute) {
  {
    __attribute__((cleanup(clean))) int y = x;
    y += 2;
  }
  return volatile_variable;
}
FEATURE(nested_arrays) {
  int a[2][4] = {{0}};
  a[x >> 2][x & 3] = 1;
  return a[1][2] * 2 + a[0][3];
}
FEATURE(flexible_array) {
  struct {
    int n;
    int v[];
  }* p = calloc(1, sizeof(int) * 9);
  p->v[x] = 5;
  long r = p->v[2] + p->v[7] * 2;
  free(p);
  return r;
}
FEATURE(atomic_byte) {
  static _Atomic unsigned char a;
  a = (unsigned char)x;
  a += 250;
  return a;
}
FEATURE(atomic_short) {
  static _Atomic short a;
  a = (short)x;
  a *= 3;
  return a;
}
FEATURE(atomic_int) {
  static _Atomic int a;
  a = x;
  return a++ + a;
}
FEATURE(atomic_long) {
  static _Atomic long a;
  a |= (long)x << 33;
  return a >> 33;
}
FEATURE(atomic_bool) {
  static _Atomic bool a;
  a = x > 3;
  return a ? 5 : 6;
}
FEATURE(atomic_and) {
  static int a;
  a = 6;
  return __atomic_and_fetch(&a, x, __ATOMIC_SEQ_CST);
}
FEATURE(atomic_nand) {
  static int a;
  a = 6;
  return __atomic_nand_fetch(&a, x, __ATOMIC_SEQ_CST);
}
FEATURE(atomic_minimum) {
  static int a;
  a = 4;
  __atomic_fetch_min(&a, x, __ATOMIC_SEQ_CST);
  return a;
}
FEATURE(atomic_exchange) {
  static int a;
  a = x;
  return __atomic_exchange_n(&a, x + 1, __ATOMIC_SEQ_CST) * 10 + a;
}
FEATURE(atomic_compare_exchange) {
  static int a;
  a = 3;
  int expected = x;
  return __atomic_compare_exchange_n(&a, &expected, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? a : expected + 100;
}
FEATURE(atomic_load_of_what_was_set) {
  static int a;
  a = x;
  return __atomic_load_n(&a, __ATOMIC_SEQ_CST) == 5;
}
FEATURE(atomic_add_to_what_was_set) {
  static int a;
  a = x;
  return __atomic_fetch_add(&a, 1, __ATOMIC_SEQ_CST) * 10 + a;
}
FEATURE(atomic_compare_exchange_of_what_was_set) {
  static int a;
  a = x;
  int expected = x ^ 1;
  if (__atomic_compare_exchange_n(&a, &expected, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return 100;
  return __atomic_compare_exchange_n(&a, &expected, x + 20, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? a : -1;
}
FEATURE(sync_builtins) {
  static int a;
  a = 1;
  __sync_fetch_and_add(&a, x);
  return __sync_val_compare_and_swap(&a, 4, 20) + a;
}
NAMED(atomic_of_16_bytes) {
  static __int128 a __attribute__((aligned(16)));
  __atomic_store_n(&a, (__int128)x << 64, __ATOMIC_SEQ_CST);
  return (long)(__atomic_load_n(&a, __ATOMIC_SEQ_CST) >> 64);
}
NAMED(atomic_add_of_16_bytes) {
  static __int128 a __attribute__((aligned(16)));
  __sync_fetch_and_add(&a, (__int128)x);
  return (long)a;
}
NAMED(atomic_structure) {
  struct three {
    int v[3];
  };
  static struct three a;
  struct three b = {{x, x, x}};
  __atomic_store(&a, &b, __ATOMIC_SEQ_CST);
  struct three c;
  __atomic_load(&a, &c, __ATOMIC_SEQ_CST);
  return c.v[2];
}
FEATURE(atomic_float) {
  static _Atomic float a;
  a = 1.0f;
  a += (float)x;
  return (long)a;
}
FEATURE(constant_p) { return __builtin_constant_p(x) ? 100 : x; }
FEATURE(object_size) {
  char b[8];
  b[0] = 0;
  return (long)__builtin_object_size(b + x, 0) > 100 ? 1 : 2;
}
/* Without optimisation, clang never knows it. */
#ifdef __OPTIMIZE__
FEATURE(dynamic_object_size) {
  char* p = malloc((size_t)x + 1);
  long r = (long)__builtin_dynamic_object_size(p, 0);
  free(p);
  return r;
}
#endif
FEATURE(overlapping_stores) {
  unsigned char b[8] = {0};
  *(unsigned short*)(void*)b = (unsigned short)(x << 6);
  b[1] = (unsigned char)(b[1] + 1);
  return *(unsigned short*)(void*)b;
}
FEATURE(array_of_structures) {
  struct pair p[4] = {{0}};
  p[x & 3].b = x;
  return p[3].b * 10 + p[1].b;
}
FEATURE(string_in_array) {
  static const char* const names[] = {"a", "bc", "def", "g", "hi", "j", "k", "lmn"};
  return names[x][0];
}
FEATURE(negative_index) {
  int a[8] = {5, 6, 7, 8, 9, 1, 2, 3};
  int* end = a + 7;
  return end[-x];
}
FEATURE(sign_extension) { return (long)(int)((unsigned)x << 29); }
FEATURE(compare_signs) { return (unsigned)(x - 4) < 3u; }
FEATURE(minimum_of_long) { return LONG_MIN + x < LONG_MIN + 4 ? 3 : 4; }
