// limit: Memory that code without shadows has overwritten is recognised by its bytes: a byte overwritten with the same value keeps its expression
// heddle:
// expect: incomplete reason="symbolic value fixed (argument of a function that is not instrumented"
//
// It writes 0, which the first run has there anyway.
#include <assert.h>
#include <heddle/heddle.h>

extern void foreign(int* number);
__asm__(".text\n.globl foreign\n.type foreign, @function\nforeign: movl $0, (%rdi)\nret\n.size foreign, .-foreign\n");

int main(void) {
  int x = heddle_int("x");
  foreign(&x);
  assert(x != 5);
  return 0;
}
