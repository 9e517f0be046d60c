// Signals that do more than to call a handler: one for one time only is gone when another thread raises the signal next;
// what a handler has blocked comes when it ends; a signal without a handler ends the process, which is a failure of the
// thread that gets it, whatever others do then.
// heddle: --strategy=contextual --keep-going -- 0
// expect: bug kind=assertion
// expect: bug kind=died
// heddle: --strategy=dpor --keep-going -- 0
// expect: bug kind=assertion
// expect: bug kind=died
// heddle: --strategy=contextual --keep-going -- 1
// expect: bug kind=died where=@
// heddle: --strategy=dpor --keep-going -- 1
// expect: bug kind=died where=@
// heddle: --strategy=contextual --keep-going -- 2
// expect: bug kind=assertion
// expect: bug kind=died
// heddle: --strategy=dpor --keep-going -- 2
// expect: bug kind=assertion
// expect: bug kind=died
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

static int how;
static atomic_int x, y, by_thread;
static __thread int mine;

static void on_first(int unused) { mine = 1; }
static void on_second(int unused) {
  raise(SIGUSR2);
  x++;
}

static void* thread(void* unused) {
  switch (how) {
    case 0:
      y = 1;
      raise(SIGUSR1);
      by_thread = mine;
      break;
    case 1:
      y = 1;
      x = 1;
      x = 2;
      break;
    case 2: signal(SIGUSR2, on_first); break;
  }
  return unused;
}

int main(int argc, char** argv) {
  how = atoi(argv[argc - 1]);
  struct sigaction once = {.sa_handler = on_first, .sa_flags = (int)SA_RESETHAND};
  struct sigaction blocks = {.sa_handler = on_second};
  sigaddset(&blocks.sa_mask, SIGUSR2);
  sigaction(SIGUSR1, how == 0 ? &once : &blocks, 0);
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  switch (how) {
    case 0:
      if (y == 0) raise(SIGUSR1);
      break;
    case 1:
      if (y == 1 && x == 0) raise(SIGTERM);  // @
      break;
    case 2: raise(SIGUSR1); break;
  }
  pthread_join(t, 0);
  if (how == 0) {
    assert(!by_thread);
  } else if (how == 2) {
    assert(!mine);
  }
}
