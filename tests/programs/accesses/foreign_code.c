// limit: code that was compiled without Heddle, linked into the program or called through a pointer, are named when other threads exist
// Code that Heddle has not compiled, in the program itself, is named when other threads exist, even if it is called
// through a pointer.
// heddle: -- 1
// expect: incomplete reason="uncontrolled call (foreign"
// heddle: -- 2
// expect: incomplete reason="uncontrolled call (foreign"
// heddle: -- 3
// expect: complete
#include <pthread.h>
#include <stdlib.h>

static int which;

extern void foreign(int* number);
__asm__(".text\n.globl foreign\n.type foreign, @function\nforeign: movl $1, (%rdi)\nret\n.size foreign, .-foreign\n");

static int number;
static void (*volatile by_pointer)(int*) = foreign;

static void* other(void* unused) {
  if (which != 3) number = 2;
  return unused;
}

int main(int count, char** arguments) {
  (void)count;
  which = atoi(arguments[1]);
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  if (which == 1) foreign(&number);
  if (which == 2) by_pointer(&number);
  pthread_join(thread, NULL);
  if (which == 3) foreign(&number);
  return 0;
}
