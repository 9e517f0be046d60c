// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive
// expect: bug kind=assertion where=@
//
// Whether there is something to read at one end depends on who writes at the other, and when.
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* unused) {
  if (write(ends[1], "x", 1) != 1) return NULL;
  return unused;
}

int main(void) {
  pthread_t thread;
  char c = 0;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) != 0) return 0;
  pthread_create(&thread, NULL, writer, NULL);
  assert(read(ends[0], &c, 1) != 1);  // @
  pthread_join(thread, NULL);
  return 0;
}
