// limit: sockets, processes, `poll` and `select` with descriptors, anything else | real and uncontrolled: named in the verdict
// heddle: -D CASE=1
// expect: incomplete reason="uncontrolled call (socket"
// heddle: -D CASE=2
// expect: incomplete reason="uncontrolled call (poll"
// heddle: -D CASE=3
// expect: incomplete reason="uncontrolled call (waitpid"
#include <poll.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  switch (CASE) {
    case 1: socket(AF_UNIX, SOCK_STREAM, 0); break;
    case 2: pipe(ends); poll(&(struct pollfd){.fd = ends[0], .events = POLLIN}, 1, 0); break;
    case 3: waitpid(-1, NULL, WNOHANG); break;
  }
  return 0;
}
