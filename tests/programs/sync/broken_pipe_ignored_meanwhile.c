// heddle: --strategy=contextual -D WANTED=1
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual -D WANTED=0
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor -D WANTED=1
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor -D WANTED=0
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive -D WANTED=0
// expect: bug kind=assertion where=@
//
// One thread writes to a pipe that nobody reads while another one changes what SIGPIPE does: both orders are explored.
// Only one was.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static int ends[2];
static atomic_int handled;

static void handle(int number) {
  (void)number;
  handled = 1;
}

static void* ignore(void* argument) {
  signal(SIGPIPE, SIG_IGN);
  return argument;
}

static void* send(void* argument) {
  write(ends[1], "a", 1);
  return argument;
}

int main(void) {
  pipe(ends);
  close(ends[0]);
  signal(SIGPIPE, handle);
  pthread_t first, second;
  pthread_create(&first, NULL, ignore, NULL);
  pthread_create(&second, NULL, send, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(handled == WANTED);  // @
  return 0;
}
