// limit: Bit sets, requeueing and priority inheritance are uncontrolled. System calls other than those that only query are uncontrolled
// heddle: -- 1
// expect: incomplete reason="uncontrolled call (futex with a set of bits"
// heddle: -- 2
// expect: incomplete reason="uncontrolled call (futex"
// heddle: -- 3
// expect: incomplete reason="uncontrolled call (syscall"
#define _GNU_SOURCE
#include <linux/futex.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static int which;

static int word;

int main(int count, char** arguments) {
  (void)count;
  which = atoi(arguments[1]);
  switch (which) {
    case 1: syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 1, 0, 0, 1); break;
    case 2: syscall(SYS_futex, &word, FUTEX_UNLOCK_PI, 0, 0, 0, 0); break;
    case 3: syscall(SYS_sethostname, &word, -1); break;
  }
  return 0;
}
