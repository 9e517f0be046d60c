#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "feature.h"

/* Ways to end that carry information: an exit code other than 0 is a failure. */

FEATURE(exit_code) { exit(x == 5); }
FEATURE(exit_code_itself) { exit(x); }
FEATURE(exit_code_of_low_bits) { exit((x + 250) << 8 | (x == 9)); }
FEATURE(_exit_code) { _exit(x == 4); }
FEATURE(quick_exit_code) { quick_exit(x == 3); }
FEATURE(_Exit_code) { _Exit(x == 2 ? 7 : 0); }
FEATURE(exit_by_pointer) {
  void (*volatile leave)(int) = exit;
  leave(x == 6);
  return 0;
}
FEATURE(exit_never) { exit(x > 7); }
FEATURE(exit_chosen) {
  if (x == 5) exit(3);
  return 0;
}
FEATURE(abort_chosen) {
  if (x == 7) abort();
  return 0;
}
FEATURE(assertion) {
  assert(x != 6);
  return 0;
}
static int kept;
static void check_at_exit(void) { assert(kept != 5); }
FEATURE(exit_handler) {
  kept = x;
  atexit(check_at_exit);
  return 0;
}
FEATURE(exit_handler_after_exit) {
  kept = x;
  atexit(check_at_exit);
  exit(0);
}
static void divide_at_exit(void) { kept = 100 / (kept - 3); }
FEATURE(division_in_exit_handler) {
  kept = x;
  atexit(divide_at_exit);
  return 0;
}
static void exit_at_exit(void) { _exit(kept == 4); }
FEATURE(exit_code_of_exit_handler) {
  kept = x;
  atexit(exit_at_exit);
  return 0;
}
static void index_at_exit(void) {
  static int table[4];
  if (table[kept & 3] == 0 && kept == 6) abort();
}
FEATURE(index_in_exit_handler) {
  kept = x;
  atexit(index_at_exit);
  return 0;
}
static void check_number(int code, void* number) {
  (void)code;
  assert(*(int*)number != 3);
}
NAMED(on_exit_argument) {
  static int number;
  number = x;
  on_exit(check_number, &number);
  return 0;
}
static void check_code(int code, void* number) {
  (void)number;
  if (code == 4) abort();
}
NAMED(on_exit_code) {
  on_exit(check_code, NULL);
  exit(x);
}
