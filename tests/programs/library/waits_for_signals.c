// Nobody sends signals to a tested program: a thread that waits for one waits for ever, and what the others do is explored.
// heddle: --strategy=dpor --max-seconds=60
// expect: incomplete reason="uncontrolled call (pause, which waits for ever here"
// heddle: --strategy=contextual --max-seconds=60 -D BUG=1
// expect: bug kind=assertion
// heddle: --strategy=dpor --max-seconds=60 -D WAIT=1
// expect: incomplete reason="sigwait, which waits for ever here"
// heddle: --strategy=dpor --max-seconds=60 -D WAIT=1 -D RAISED=1
// expect: incomplete reason="uncontrolled call (sigwait"
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int x;

static void *work(void *nothing) {
  const int before = x;
  x = before + 1;
  (void)nothing;
#ifdef BUG
  assert(x == before + 1);
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, NULL);
#ifdef WAIT
  sigset_t set;
  int signal = 0;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
#ifdef RAISED
  raise(SIGUSR1);
#endif
  sigwait(&set, &signal);
  assert(signal == SIGUSR1);
#else
  pause();
#endif
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
