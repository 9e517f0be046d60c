// limit: Assembly that has an address or the name of a variable in its text, or moves strings of bytes, is named as well
// heddle: -D CASE=1
// expect: incomplete reason="uncontrolled call (inline assembly"
// heddle: -D CASE=2
// expect: incomplete reason="uncontrolled call (inline assembly"
// heddle: -D CASE=3
// expect: incomplete reason="uncontrolled call (inline assembly"
// heddle: -D CASE=4 --flags=-no-pie
// expect: incomplete reason="uncontrolled call (inline assembly"
// heddle: -D CASE=5
// expect: complete
//
// It should declare the memory that it uses, but nobody checks that.
#include <pthread.h>

static int number;

static void* worker(void* unused) {
  int *from = &number, *to = &number;
  long count = 0;
  switch (CASE) {
    case 1: __asm__ volatile("movl $1, (%0)" ::"r"(&number)); break;
    case 2: __asm__ volatile("movl $1, number(%%rip)" ::); break;
    case 3: __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(count)); break;
    case 4: __asm__ volatile("lock addl $1, number" ::); break;
    case 5: __asm__ volatile("1: leaq 4(%0), %1; prefetcht0 (%0)" ::"r"(&number), "r"(count)); break;
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
