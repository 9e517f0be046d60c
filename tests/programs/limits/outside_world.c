// limit: sockets, processes, `poll` and `select` with descriptors, anything else | real and uncontrolled: named in the verdict
// heddle: -- 1
// expect: incomplete reason="uncontrolled call (socket"
// heddle: -- 2
// expect: incomplete reason="uncontrolled call (poll"
// heddle: -- 3
// expect: incomplete reason="uncontrolled call (waitpid"
#include <poll.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int which;

int main(int count, char** arguments) {
  (void)count;
  which = atoi(arguments[1]);
  int ends[2];
  switch (which) {
    case 1: socket(AF_UNIX, SOCK_STREAM, 0); break;
    case 2: pipe(ends); poll(&(struct pollfd){.fd = ends[0], .events = POLLIN}, 1, 0); break;
    case 3: waitpid(-1, NULL, WNOHANG); break;
  }
  return 0;
}
