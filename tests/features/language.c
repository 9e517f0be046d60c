#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "feature.h"

/* What the language does apart from computing numbers: conditions, calls, structures, pointers, assembly. */

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
