#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>

#include "feature.h"

/* Ways through a function: variable arguments, switches, loops, jumps, signals. */

struct pair {
  int a;
  int b;
};

static struct pair __attribute__((noinline)) make_pair(int x) { return (struct pair){x, x * 2}; }

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
