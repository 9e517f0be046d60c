// limit: it is named when other threads exist, unless it is empty or one of `nop`, `pause`, fences and the like
// Operands of inline assembly are accesses; what else it may use is named.
// heddle: -- 1
// expect: bug kind=data-race where=@
// heddle: -- 2
// expect: bug kind=data-race where=@
// heddle: -- 3
// expect: bug kind=data-race where=@
// heddle: -- 4
// expect: complete
// heddle: -- 5
// expect: complete
// heddle: -- 6
// expect: incomplete reason="uncontrolled call (inline assembly"
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int which;

static int number;
static int other_number;

static void* work(void* unused) {
  switch (which) {
    case 1: __asm__("movl $1, %0" : "=m"(number)); break;
    case 2: __asm__("incl %0" : "+m"(number)); break;
    case 3: {
      int seen;
      __asm__("movl %1, %0" : "=r"(seen) : "m"(number));
      break;
    }
    case 4: __asm__ volatile("lock; incl %0" : "+m"(number)::"memory"); break;
    case 5: __asm__ volatile("pause\n\tnop; mfence" ::: "memory"); break;
    case 6: __asm__ volatile("movl $1, (%0)" ::"r"(&number) : "memory"); break;
  }
  __asm__ volatile("" ::: "memory");
  return unused;
}

int main(int count, char** arguments) {
  (void)count;
  which = atoi(arguments[1]);
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  if (which <= 3) number = 5;  // @
  if (which == 4) work(NULL);
  if (which == 6) other_number = 1;
  pthread_join(thread, NULL);
  if (which == 4) assert(number == 2);
  return 0;
}
