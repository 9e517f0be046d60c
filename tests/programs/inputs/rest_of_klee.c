// heddle: --keep-going
// expect: bug kind=assertion where=@
// expect: bug kind=heap-overflow
#include <klee/klee.h>

int main(void) {
  int x = 0;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_prefer_cex(&x, x > 10);
  klee_open_merge();
  klee_set_forking(0);
  klee_print_expr("x", x, 1);
  klee_warning_once("nothing");
  klee_close_merge();
  klee_assert(!klee_is_replay());
  if (x == 1) klee_silent_exit(1);
  if (klee_get_value_i32(x) == 7) klee_report_error(__FILE__, 17, "seven", "user.err");  // @
  klee_assert(x != 1);
  char* const memory = malloc(4);
  if (memory == NULL) return 0;
  klee_check_memory_access(memory, klee_choose(2) == 1 ? 5 : 4);
  free(memory);
  return 0;
}
