// limit: `fopen` for writing, `mkdir`, `unlink`, `setenv`, `signal`, `mmap`, `pipe`, … | real; each run gets a process of its own
// heddle:
// expect: complete says="each run has a process of its own, since the program changes what cannot be reset"
#include <signal.h>

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  return 0;
}
