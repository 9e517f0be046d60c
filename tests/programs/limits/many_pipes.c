// limit: A run distinguishes 512 pipes, sockets and files without a name.
// heddle:
// expect: incomplete reason="uncontrolled call (a pipe after the first 512 of a run"
//
// They are counted also when they are closed.
#include <unistd.h>

int main(void) {
  for (int i = 0; i < 513; ++i) {
    int ends[2];
    if (pipe(ends) != 0) return 0;
    close(ends[0]);
    close(ends[1]);
  }
  return 0;
}
