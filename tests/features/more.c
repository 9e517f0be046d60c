#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fenv.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "feature.h"

/* Ways in which several features of the language and the library meet: what one makes, another takes. */

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

/* Variable arguments. */
static long __attribute__((noinline)) sum_of(int n, ...) {
  va_list l, m;
  va_start(l, n);
  va_copy(m, l);
  long s = 0;
  for (int i = 0; i < n; ++i) s += va_arg(l, int);
  for (int i = 0; i < n; ++i) s += va_arg(m, int);
  va_end(m);
  va_end(l);
  return s;
}
NAMED(va_copy_twice) { return sum_of(3, x, 2, x); }
static long __attribute__((noinline)) mixed_arguments(const char* kinds, ...) {
  va_list l;
  va_start(l, kinds);
  long s = 0;
  for (; *kinds; ++kinds) {
    switch (*kinds) {
      case 'i': s += va_arg(l, int); break;
      case 'd': s += (long)va_arg(l, double); break;
      case 'l': s += va_arg(l, long); break;
      case 'p': s += va_arg(l, struct pair).b; break;
      case 's': s += *va_arg(l, char*); break;
    }
  }
  va_end(l);
  return s;
}
NAMED(variadic_mixed) { return mixed_arguments("idlps", x, (double)x, (long)x, make_pair(x), "a"); }
static long __attribute__((noinline)) by_list(int n, va_list l) {
  long s = 0;
  while (n-- > 0) s = s * 10 + va_arg(l, int);
  return s;
}
static long __attribute__((noinline)) forward(int n, ...) {
  va_list l;
  va_start(l, n);
  long s = by_list(n, l);
  va_end(l);
  return s;
}
NAMED(variadic_forwarded) { return forward(2, x, 1); }
NAMED(variadic_ten) { return forward(10, 0, 0, 0, 0, 0, 0, 0, x, 0, x); }

/* Switches, jumps, loops. */
FEATURE(switch_sparse) {
  switch (x * 1000) {
    case 1000: return 1;
    case 3000: return 2;
    case 7000: return 3;
    default: return 4;
  }
}
FEATURE(switch_falls_through) {
  int r = 0;
  switch (x) {
    case 5: r += 5;
    case 3: r += 3;
    case 1: r += 1;
    case 0: break;
    default: r = -1;
  }
  return r;
}
FEATURE(switch_lookup_table) {
  switch (x) {
    case 0: return 17;
    case 1: return 4;
    case 2: return 98;
    case 3: return 4;
    case 4: return 5;
    case 5: return 7;
    case 6: return 1000;
    default: return 3;
  }
}
FEATURE(switch_lookup_strings) {
  const char* s;
  switch (x) {
    case 0: s = "zero"; break;
    case 1: s = "one"; break;
    case 2: s = "two"; break;
    case 3: s = "three"; break;
    case 4: s = "four"; break;
    default: s = "many"; break;
  }
  return (long)strlen(s);
}
FEATURE(switch_bitmask) {
  switch (x) {
    case 1:
    case 4:
    case 6: return 1;
    default: return 0;
  }
}
FEATURE(switch_on_character) {
  switch ("+-*/%^&|"[x]) {
    case '+': return 1;
    case '-': return 2;
    case '%': return 3;
    case '|': return 4;
    default: return 5;
  }
}
FEATURE(loop_with_two_exits) {
  for (int i = 0; i < 10; ++i) {
    if (i * i > x) return i;
    if (i == x) return 100 + i;
  }
  return 0;
}
FEATURE(loop_down_unsigned) {
  unsigned s = 0;
  for (unsigned i = (unsigned)x; i-- > 0;) s += i;
  return s;
}
FEATURE(collatz) {
  int n = x + 1, steps = 0;
  while (n != 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    steps++;
  }
  return steps;
}
FEATURE(gcd_loop) {
  int a = x + 12, b = 18;
  while (b) {
    int t = a % b;
    a = b;
    b = t;
  }
  return a;
}
FEATURE(fibonacci_recursive) {
  struct local {
    int v;
  };
  int f[10] = {0, 1};
  for (int i = 2; i <= x; ++i) f[i] = f[i - 1] + f[i - 2];
  return f[x];
}
static int __attribute__((noinline)) even(int n);
static int __attribute__((noinline)) odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
FEATURE(mutual_recursion) { return even(x); }
static int __attribute__((noinline)) ackermann(int m, int n) {
  return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
FEATURE(ackermann_small) { return ackermann(x & 1, x >> 1); }

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

/* longjmp, signals. */
static jmp_buf place;
static int __attribute__((noinline)) jumps(int n) {
  if (n == 0) longjmp(place, 7);
  return jumps(n - 1);
}
FEATURE(longjmp_out_of_recursion) {
  volatile int seen = x;
  if (setjmp(place) == 0) return x > 4 ? jumps(x) : 1;
  return seen + 10;
}
FEATURE(longjmp_in_a_loop) {
  volatile int n = 0;
  setjmp(place);
  n = n + 1;
  if (n < x) longjmp(place, n);
  return n;
}
FEATURE(longjmp_zero_becomes_one) {
  int r = setjmp(place);
  if (r == 0) longjmp(place, x);
  return r;
}
static volatile sig_atomic_t flag_of_signal;
static void on_signal(int n) { flag_of_signal = n; }
FEATURE(signal_raised_or_not) {
  signal(SIGUSR1, on_signal);
  flag_of_signal = 0;
  if (x > 5) raise(SIGUSR1);
  return flag_of_signal != 0;
}
FEATURE(sigaction_chosen) {
  struct sigaction a = {0};
  a.sa_handler = on_signal;
  sigaction(x & 1 ? SIGUSR1 : SIGUSR2, &a, NULL);
  flag_of_signal = 0;
  if (x & 1) raise(SIGUSR1);
  return flag_of_signal == SIGUSR1;
}
static volatile int seen_in_handler;
static int given_to_handler;
static void stores_global(int n) {
  (void)n;
  seen_in_handler = given_to_handler + 1;
}
FEATURE(signal_handler_computes) {
  given_to_handler = x;
  signal(SIGUSR2, stores_global);
  raise(SIGUSR2);
  return seen_in_handler;
}
static sigjmp_buf from_handler;
static void jumps_away(int n) { siglongjmp(from_handler, n); }
FEATURE(signal_handler_jumps) {
  signal(SIGUSR1, jumps_away);
  int r = sigsetjmp(from_handler, 1);
  if (r) return x + 20;
  if (x == 6) raise(SIGUSR1);
  return x;
}
FEATURE(sigprocmask_pending) {
  sigset_t s, p;
  sigemptyset(&s);
  sigaddset(&s, SIGUSR1);
  signal(SIGUSR1, on_signal);
  flag_of_signal = 0;
  sigprocmask(SIG_BLOCK, &s, NULL);
  if (x == 2) raise(SIGUSR1);
  sigpending(&p);
  int was = sigismember(&p, SIGUSR1);
  sigprocmask(SIG_UNBLOCK, &s, NULL);
  return was * 10 + (flag_of_signal != 0);
}
NAMED(sigismember_of_input) {
  sigset_t s;
  sigemptyset(&s);
  sigaddset(&s, x + 1);
  return sigismember(&s, 4);
}

/* Sorting and searching with comparators. */
struct item {
  int key;
  char name[4];
};
static int by_key(const void* a, const void* b) { return ((const struct item*)a)->key - ((const struct item*)b)->key; }
FEATURE(qsort_of_structures) {
  struct item v[4] = {{x, "x"}, {3, "a"}, {5, "b"}, {1, "c"}};
  qsort(v, 4, sizeof *v, by_key);
  return v[2].name[0];
}
static int descending(const void* a, const void* b) { return (*(const int*)a < *(const int*)b) - (*(const int*)a > *(const int*)b); }
FEATURE(qsort_descending) {
  int v[5] = {4, x, 2, 6, x - 1};
  qsort(v, 5, sizeof *v, descending);
  return v[0] * 10 + v[4];
}
static int by_pointed(const void* a, const void* b) { return **(int* const*)a - **(int* const*)b; }
FEATURE(qsort_of_pointers) {
  int a = 3, b = x, c = 5;
  int* v[3] = {&a, &b, &c};
  qsort(v, 3, sizeof *v, by_pointed);
  return v[1] == &b;
}
static int text_order(const void* a, const void* b) { return strcmp(*(char* const*)a, *(char* const*)b); }
FEATURE(qsort_of_texts) {
  char t[2] = {(char)('a' + x), 0};
  char* v[3] = {"c", t, "f"};
  qsort(v, 3, sizeof *v, text_order);
  return v[2][0];
}
static int count_calls;
static int counting(const void* a, const void* b) {
  count_calls++;
  return *(const int*)a - *(const int*)b;
}
FEATURE(bsearch_counts_calls) {
  int v[7] = {0, 1, 2, 3, 4, 5, 6};
  count_calls = 0;
  bsearch(&x, v, 7, sizeof *v, counting);
  return count_calls;
}

/* scanf and strtol families. */
NAMED(sscanf_of_two) {
  char t[16];
  int a = 0, b = 0;
  snprintf(t, sizeof t, "%d,%d", x, x * 3);
  return sscanf(t, "%d,%d", &a, &b) * 100 + a + b;
}
FEATURE(sscanf_stops) {
  char t[] = "12 34";
  if (x == 3) t[1] = 'z';
  int a = 0, b = 0;
  return sscanf(t, "%d %d", &a, &b) * 100 + a + b;
}
FEATURE(sscanf_set) {
  char t[] = "abcdef", to[8] = "";
  t[x % 6] = '9';
  sscanf(t, "%7[a-z]", to);
  return (long)strlen(to);
}
FEATURE(sscanf_width_and_n) {
  char t[] = "12345678";
  t[x] = ' ';
  int a = 0, n = 0;
  sscanf(t, "%3d%n", &a, &n);
  return a * 10 + n;
}
FEATURE(sscanf_hex_and_octal) {
  char t[] = "1f 17";
  t[0] = (char)('0' + x);
  unsigned a = 0, b = 0;
  sscanf(t, "%x %o", &a, &b);
  return a + b;
}
FEATURE(sscanf_short_and_char_lengths) {
  char t[8] = "300";
  t[0] = (char)('0' + x);
  signed char a = 0;
  short b = 0;
  sscanf(t, "%hhd", &a);
  sscanf(t, "%hd", &b);
  return a * 1000 + b;
}
FEATURE(sscanf_suppressed) {
  char t[] = "5 6 7";
  t[2] = (char)('0' + x);
  int a = 0;
  sscanf(t, "%*d %d", &a);
  return a;
}
FEATURE(strtol_overflow) {
  char t[] = "9223372036854775800";
  t[18] = (char)('0' + x);
  t[17] = (char)('0' + (x > 3 ? 1 : 0));
  errno = 0;
  long v = strtol(t, NULL, 10);
  return errno == ERANGE ? -1 : v % 100;
}
FEATURE(strtoul_negative) {
  char t[] = "-5";
  t[1] = (char)('0' + x);
  return (long)strtoul(t, NULL, 10);
}
FEATURE(strtol_prefix) {
  char t[] = "0x1f";
  t[1] = x > 3 ? 'x' : '7';
  return strtol(t, NULL, 0);
}
FEATURE(strtoll_spaces_and_sign) {
  char t[] = "   -42";
  t[3] = x == 2 ? '+' : x == 3 ? '-' : ' ';
  return (long)strtoll(t, NULL, 10);
}
NAMED(strtod_exponent) {
  char t[] = "1e0";
  t[2] = (char)('0' + x);
  return strtod(t, NULL) > 500;
}
FEATURE(strtof_end) {
  char t[] = "1.5x";
  t[1] = x & 1 ? '.' : ',';
  char* e;
  float f = strtof(t, &e);
  return (e - t) * 10 + (long)f;
}
FEATURE(atoll_of_digits) {
  char t[8] = "1234";
  t[x & 3] = '9';
  return (long)atoll(t);
}
NAMED(snprintf_padded) {
  char t[16];
  snprintf(t, sizeof t, "%-4d|%04x", x, x * 3);
  return t[6] * 256 + t[8];
}
NAMED(snprintf_star) {
  char t[16];
  return snprintf(t, sizeof t, "%*d", x, 1);
}
NAMED(snprintf_precision) {
  char t[16];
  snprintf(t, sizeof t, "%.*s", x, "abcdefgh");
  return (long)strlen(t);
}
FEATURE(snprintf_cut) {
  char t[4];
  snprintf(t, sizeof t, "%d", x * 1111);
  return t[2];
}
NAMED(snprintf_unsigned_long_octal) {
  char t[32];
  snprintf(t, sizeof t, "%#lo", (unsigned long)x);
  return t[1];
}
NAMED(snprintf_char_and_percent) {
  char t[8];
  snprintf(t, sizeof t, "%c%%", 'a' + x);
  return t[0] + t[1];
}
NAMED(snprintf_plus) {
  char t[8];
  snprintf(t, sizeof t, "%+d", x - 4);
  return t[0];
}

/* Text. */
FEATURE(reverse_text) {
  char t[] = "abcdefgh";
  t[x] = 'z';
  for (int i = 0, j = 7; i < j; ++i, --j) {
    char c = t[i];
    t[i] = t[j];
    t[j] = c;
  }
  return t[2];
}
FEATURE(palindrome) {
  char t[] = "abcba";
  t[0] = (char)('a' + x);
  for (int i = 0; i < 2; ++i)
    if (t[i] != t[4 - i]) return 0;
  return 1;
}
FEATURE(count_letters) {
  int n[8] = {0};
  char t[] = "abcab";
  t[4] = (char)('a' + x);
  for (char* p = t; *p; ++p) n[*p - 'a']++;
  return n[1] * 10 + n[0];
}
FEATURE(caesar) {
  char t[] = "xyz";
  for (char* p = t; *p; ++p) *p = (char)('a' + (*p - 'a' + x) % 26);
  return t[1];
}
FEATURE(hash_of_text) {
  char t[] = "key0";
  t[3] = (char)('0' + x);
  uint32_t h = 2166136261u;
  for (char* p = t; *p; ++p) h = (h ^ (uint8_t)*p) * 16777619u;
  return h;
}
FEATURE(strcmp_sign) { return strcmp("d", (char[]){(char)('a' + x), 0}) > 0; }
FEATURE(strncasecmp_of_input) { return strncasecmp("aBc", (char[]){(char)('a' + x), 'b', 'c', 0}, 2) == 0; }
FEATURE(strtok_loop) {
  char t[] = "a b c d";
  t[1] = x & 1 ? ' ' : '_';
  t[5] = x & 2 ? ' ' : '_';
  int n = 0;
  for (char* p = strtok(t, " "); p; p = strtok(NULL, " ")) ++n;
  return n;
}
FEATURE(strlcpy_like) {
  char to[5];
  size_t n = (size_t)x < sizeof to ? (size_t)x : sizeof to - 1;
  memcpy(to, "abcdefgh", n);
  to[n] = 0;
  return (long)strlen(to);
}
NAMED(wide_text) {
  wchar_t t[] = L"abc";
  t[1] = (wchar_t)('a' + x);
  return wcscmp(t, L"adc") == 0;
}
FEATURE(wide_length) {
  wchar_t t[9] = L"abcdefgh";
  t[x] = 0;
  return (long)wcslen(t);
}
NAMED(wide_to_narrow) {
  wchar_t w[] = L"a";
  w[0] = (wchar_t)('a' + x);
  char t[8] = "";
  wcstombs(t, w, sizeof t);
  return t[0];
}
FEATURE(isalnum_of_sum) { return isalnum('0' + x * 3) != 0; }
FEATURE(toupper_chain) { return toupper(tolower('A' + x)) + isprint(x + 28) != 0; }
FEATURE(base64_digit) { return "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[x * 9]; }
FEATURE(run_length) {
  char t[8] = "aaabbb";
  t[x % 6] = 'c';
  int runs = 0;
  for (int i = 0; t[i]; ++i) runs += i == 0 || t[i] != t[i - 1];
  return runs;
}
FEATURE(memmove_by_input) {
  char t[] = "0123456789";
  memmove(t + x, t, 3);
  return t[4];
}
FEATURE(memcpy_then_compare) {
  char a[8], b[8] = {0};
  memset(a, x, sizeof a);
  memcpy(b, a, (size_t)x);
  return memcmp(a, b, 8) == 0;
}

/* Time. */
NAMED(mktime_normalizes) {
  struct tm t = {.tm_year = 100, .tm_mon = x * 3, .tm_mday = 31};
  mktime(&t);
  return t.tm_mon * 100 + t.tm_mday;
}
NAMED(timegm_weekday) {
  struct tm t = {.tm_year = 124, .tm_mon = 0, .tm_mday = 1 + x};
  timegm(&t);
  return t.tm_wday;
}
NAMED(difftime_of_input) { return difftime((time_t)x * 100, 250) > 0; }
NAMED(gmtime_of_days) {
  time_t t = (time_t)x * 86400 * 31;
  return gmtime(&t)->tm_mon;
}
NAMED(strftime_of_input) {
  struct tm t = {.tm_year = 100 + x, .tm_mday = 1};
  char s[16];
  strftime(s, sizeof s, "%Y", &t);
  return s[3];
}
NAMED(asctime_of_input) {
  struct tm t = {.tm_year = 100, .tm_mday = 1, .tm_wday = x % 7};
  return asctime(&t)[0];
}
FEATURE(leap_year) {
  int y = 1900 + x * 4;
  return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
}

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

/* C11 atomics and threads. */
FEATURE(atomic_fetch_or_result) {
  atomic_int a = 5;
  return atomic_fetch_or(&a, x) * 10 + atomic_load(&a);
}
FEATURE(atomic_fetch_xor_of_char) {
  _Atomic unsigned char a = (unsigned char)x;
  atomic_fetch_xor(&a, 6);
  return a;
}
FEATURE(atomic_compound_product) {
  _Atomic int a = x;
  a *= 3;
  return a;
}
FEATURE(atomic_compound_shift) {
  _Atomic unsigned a = 1;
  a <<= x;
  return a;
}
FEATURE(atomic_pointer_add) {
  static int v[9];
  _Atomic(int*) p = v;
  atomic_fetch_add(&p, x);
  return p - v;
}
FEATURE(atomic_structure_exchange) {
  _Atomic struct pair p;
  atomic_store(&p, ((struct pair){x, 1}));
  struct pair old = atomic_exchange(&p, ((struct pair){2, x}));
  struct pair now = atomic_load(&p);
  return old.a * 10 + now.b;
}
FEATURE(atomic_compare_exchange_loop) {
  atomic_int a = x;
  int e = atomic_load(&a);
  while (!atomic_compare_exchange_weak(&a, &e, e * 2 + 1)) {
  }
  return a;
}
FEATURE(atomic_double) {
  _Atomic double a = x;
  a += 0.5;
  return a > 3;
}
static once_flag once = ONCE_FLAG_INIT;
static int once_count;
static void count_once(void) { once_count++; }
FEATURE(call_once_or_not) {
  if (x > 2) call_once(&once, count_once);
  if (x > 4) call_once(&once, count_once);
  return once_count;
}
static _Thread_local int own = 3;
static int adds_own(void* p) {
  own += *(int*)p;
  return own;
}
FEATURE(thrd_thread_local) {
  thrd_t t;
  int r;
  thrd_create(&t, adds_own, &x);
  thrd_join(t, &r);
  return r * 10 + own;
}
static mtx_t lock_of_two;
static int shared_sum;
static int adds_to_sum(void* p) {
  mtx_lock(&lock_of_two);
  shared_sum += *(int*)p;
  mtx_unlock(&lock_of_two);
  return 0;
}
FEATURE(two_threads_add) {
  int y = x * 2;
  thrd_t t, u;
  mtx_init(&lock_of_two, mtx_plain);
  shared_sum = 0;
  thrd_create(&t, adds_to_sum, &x);
  thrd_create(&u, adds_to_sum, &y);
  thrd_join(t, NULL);
  thrd_join(u, NULL);
  return shared_sum;
}

/* Arrays, memory. */
FEATURE(matrix_product) {
  int a[2][2] = {{x, 1}, {2, 3}}, b[2][2] = {{1, x}, {0, 1}}, c[2][2] = {{0}};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k) c[i][j] += a[i][k] * b[k][j];
  return c[0][1] * 100 + c[1][1];
}
FEATURE(sieve) {
  char composite[16] = {0};
  for (int i = 2; i < 16; ++i)
    for (int j = 2 * i; j < 16; j += i) composite[j] = 1;
  return composite[x + 5];
}
FEATURE(stack_machine) {
  const unsigned char code[] = {1, 2, 3, 0};
  int s[4] = {x, 2, 0, 0}, top = 1;
  for (const unsigned char* p = code; *p; ++p) {
    if (*p == 1) s[top - 1] += s[top], --top;
    else if (*p == 2) s[++top] = 3;
    else s[top - 1] *= s[top], --top;
  }
  return s[top];
}
FEATURE(two_stacks_in_one) {
  int v[8] = {0}, low = 0, high = 8;
  for (int i = 0; i < 6; ++i) {
    if (i < x) v[low++] = i;
    else v[--high] = i;
  }
  return low * 10 + v[7];
}
FEATURE(write_then_read_elsewhere) {
  int v[8] = {0};
  v[x] = 1;
  v[7 - x] += 2;
  return v[3] * 10 + v[4];
}
FEATURE(partial_overwrite) {
  uint32_t v = 0x11223344;
  ((uint8_t*)&v)[x & 3] = (uint8_t)x;
  return v;
}
FEATURE(realloc_grows_by_input) {
  int* v = malloc(4 * sizeof *v);
  v[3] = x;
  v = realloc(v, (size_t)(4 + x) * sizeof *v);
  v[3 + x] = 9;
  long r = v[3];
  free(v);
  return r;
}
FEATURE(calloc_is_zero) {
  char* v = calloc(8, 1);
  v[x] = 1;
  long r = v[2] * 2 + v[5];
  free(v);
  return r;
}
FEATURE(list_of_input_length) {
  struct node {
    struct node* next;
    int v;
  }* head = NULL;
  for (int i = 0; i < x; ++i) {
    struct node* n = malloc(sizeof *n);
    n->next = head;
    n->v = i;
    head = n;
  }
  long s = 0;
  while (head) {
    struct node* n = head->next;
    s = s * 2 + head->v;
    free(head);
    head = n;
  }
  return s;
}
FEATURE(tree_insert) {
  struct node {
    struct node *l, *r;
    int v;
  } n[4] = {{0, 0, 4}, {0, 0, 2}, {0, 0, 6}, {0, 0, x}};
  for (int i = 1; i < 4; ++i) {
    struct node** at = &(struct node*){&n[0]};
    while (*at) at = n[i].v < (*at)->v ? &(*at)->l : &(*at)->r;
    struct node* p = &n[0];
    for (;;) {
      struct node** next = n[i].v < p->v ? &p->l : &p->r;
      if (!*next) {
        *next = &n[i];
        break;
      }
      p = *next;
    }
  }
  return n[1].l == &n[3] ? 1 : n[1].r == &n[3] ? 2 : n[2].l == &n[3] ? 3 : 4;
}
FEATURE(double_free_of_chosen) {
  char* p = malloc(4);
  free(p);
  if (x == 5) free(p);
  return 0;
}
FEATURE(use_after_free_of_chosen) {
  volatile char* p = malloc(4);
  *p = 1;
  free((void*)p);
  return x == 5 ? *p : 0;
}
FEATURE(stack_overrun_of_structure) {
  struct {
    int v[4];
    int after;
  } s = {{0}, 5};
  int* p = s.v;
  return p[x & 3] + s.after;
}
FEATURE(string_overrun) {
  char* t = malloc(5);
  strcpy(t, x == 7 ? "abcde" : "abcd");
  long r = t[2];
  free(t);
  return r;
}
FEATURE(null_member) {
  struct pair p = {1, 2};
  struct pair* q = x == 3 ? NULL : &p;
  return q->b;
}
FEATURE(function_pointer_null) {
  int (*f)(int) = x == 3 ? NULL : abs;
  return f(-x);
}
NAMED(function_pointers_in_structure) {
  struct {
    int (*f)(int);
  } v[2] = {{abs}, {even}};
  return v[x & 1].f(x);
}
FEATURE(offsetof_and_container) {
  struct pair p = {x, x + 1};
  int* b = &p.b;
  return ((struct pair*)((char*)b - offsetof(struct pair, b)))->a;
}
FEATURE(generic_selection) { return _Generic(x, int : x + 1, default : 0); }
FEATURE(static_array_parameter) {
  int v[3] = {x, x, 1};
  return v[0] + 2 [v];
}
FEATURE(comma_and_side_effects) {
  int y = 0;
  int r = (y += x, y++ * 2);
  return r * 10 + y;
}
FEATURE(restrict_and_loop) {
  int a[8], b[8];
  for (int i = 0; i < 8; ++i) a[i] = i * x;
  for (int i = 0; i < 8; ++i) b[i] = a[7 - i] + i;
  return b[3] + b[0];
}
FEATURE(vectorised_sum) {
  int a[32], s = 0;
  for (int i = 0; i < 32; ++i) a[i] = i ^ x;
  for (int i = 0; i < 32; ++i) s += a[i] * i;
  return s;
}
FEATURE(vectorised_maximum) {
  int a[16], m = 0;
  for (int i = 0; i < 16; ++i) a[i] = (i * 7) % (x + 1);
  for (int i = 0; i < 16; ++i) m = a[i] > m ? a[i] : m;
  return m;
}
FEATURE(vectorised_bytes) {
  unsigned char a[32], b[32];
  memset(a, x, sizeof a);
  for (int i = 0; i < 32; ++i) b[i] = (unsigned char)(a[i] * 3 + i);
  return b[17];
}

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
