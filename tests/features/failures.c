#include <limits.h>
#include <setjmp.h>
#include <string.h>

#include "feature.h"

/* Jumps out of functions, promises to the compiler, and what ends a program. */

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
