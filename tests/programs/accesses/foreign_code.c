// limit: code that was compiled without Heddle, linked into the program or called through a pointer, are named when other threads exist
// Code that Heddle has not compiled, in the program itself, is named when other threads exist, even if it is called
// through a pointer.
// heddle: -D CASE=1
// expect: incomplete reason="uncontrolled call (foreign"
// heddle: -D CASE=2
// expect: incomplete reason="uncontrolled call (foreign"
// heddle: -D CASE=3
// expect: complete
#include <pthread.h>

extern void foreign(int* number);
__asm__(".text\n.globl foreign\n.type foreign, @function\nforeign: movl $1, (%rdi)\nret\n.size foreign, .-foreign\n");

static int number;
static void (*volatile by_pointer)(int*) = foreign;

static void* other(void* unused) {
  if (CASE != 3) number = 2;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  if (CASE == 1) foreign(&number);
  if (CASE == 2) by_pointer(&number);
  pthread_join(thread, NULL);
  if (CASE == 3) foreign(&number);
  return 0;
}
