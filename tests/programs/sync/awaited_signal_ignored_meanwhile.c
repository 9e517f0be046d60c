// heddle: -- 10
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor -- 10
// expect: bug kind=assertion where=@
// heddle: -- 12
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor -- 12
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor -- 1
// expect: incomplete reason=sigwait
//
// Of two signals that are pending, another thread discards the first by ignoring it: before the wait or after it.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static int taken;

static void* wait_for_signal(void* unused) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  raise(SIGUSR1);
  raise(SIGUSR2);
  sigwait(&set, &taken);
  return unused;
}

static void* ignore(void* unused) {
  signal(SIGUSR1, SIG_IGN);
  return unused;
}

int main(int count, char** arguments) {
  (void)count;
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, wait_for_signal, NULL);
  pthread_create(&threads[1], NULL, ignore, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(taken != atoi(arguments[1]));  // @
}
