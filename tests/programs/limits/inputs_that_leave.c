// limit: what is written to files, pipes and texts; not what is written to standard output and error
// limit: inline assembly, including memory operands, unless it is one atomic operation; atomic operations on 16 bytes.
// limit: times, names, priorities and sets of signals that functions of threads (`pthread_cond_timedwait`,
// limit: arguments without a parameter (`...`), those after the 16th, structures of more than 16 bytes that are passed by value
// heddle: -- 1
// expect: incomplete reason="symbolic value fixed (argument of fprintf"
// heddle: -- 2
// expect: incomplete reason="symbolic value fixed (inline assembly"
// heddle: -- 3
// expect: incomplete reason="symbolic value fixed (an atomic operation on a wide number"
// heddle: -- 4
// expect: incomplete reason="symbolic value fixed (argument without a parameter"
// heddle: -- 5
// expect: complete
// heddle: -- 6
// expect: incomplete reason="symbolic value fixed"
#define _GNU_SOURCE
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int which;

static _Atomic __int128 wide;

static int sum(int count, ...) {
  va_list numbers;
  va_start(numbers, count);
  const int result = va_arg(numbers, int);
  va_end(numbers);
  return result;
}

int main(int count, char** arguments) {
  (void)count;
  which = atoi(arguments[1]);
  int x = heddle_range("x", 0, 3);
  FILE* const file = fopen("/dev/null", "w");
  switch (which) {
    case 1: fprintf(file, "%d", x); break;
    case 2: __asm__ volatile("incl %0" : "+r"(x)); break;
    case 3: wide += x; break;
    case 4: sum(1, x); break;
    case 6: {
      char name[] = "a0";
      name[1] = (char)('0' + x);
      pthread_setname_np(pthread_self(), name);
      break;
    }
    case 5: printf("%d", x); break;
  }
  return 0;
}
