// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive
// expect: bug kind=assertion where=@
//
// A signal that is pending in one thread is discarded when another one ignores it for a moment: it stayed pending.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int began, done, handled;

static void handle(int number) {
  (void)number;
  handled = 1;
}

static void* ignore_for_a_moment(void* argument) {
  began = 1;
  signal(SIGUSR1, SIG_IGN);
  signal(SIGUSR1, handle);
  done = 1;
  return argument;
}

int main(void) {
  sigset_t set, pending;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  signal(SIGUSR1, handle);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, ignore_for_a_moment, NULL);
  raise(SIGUSR1);
  sigpending(&pending);
  const int was_pending = sigismember(&pending, SIGUSR1);
  const int before = began == 0;
  const int after = done == 1;
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  assert(!(was_pending && before && after) || handled);  // @
  pthread_join(thread, NULL);
  return 0;
}
