// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=unfolding
// expect: complete
// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=exhaustive
// expect: complete
//
// What comes before a write at one end of a socket pair is seen after the read at the other.
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];
static int request;
static int answer;

static void* serve(void* unused) {
  char c = 0;
  assert(read(ends[0], &c, 1) == 1 && c == 'q');
  answer = request + 1;
  assert(send(ends[0], "a", 1, MSG_NOSIGNAL) == 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  char c = 0;
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  pthread_create(&thread, NULL, serve, NULL);
  request = 1;
  assert(write(ends[1], "q", 1) == 1);
  assert(recv(ends[1], &c, 1, 0) == 1 && c == 'a');
  assert(answer == 2);
  pthread_join(thread, NULL);
  return 0;
}
