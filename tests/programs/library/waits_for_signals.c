// Nobody sends signals to a tested program: a thread that waits for one waits for ever, and what the others do is explored.
// limit: | `sigwait`, `sigwaitinfo`, `sigtimedwait`, `sigsuspend`, `pause` | take what is pending; otherwise the thread waits for ever, or until the time given, and that is named |
// heddle: --strategy=dpor --max-seconds=60
// expect: incomplete reason="uncontrolled call (pause, which waits for ever here"
// heddle: --strategy=contextual --max-seconds=60 -D BUG=1
// expect: bug kind=assertion
// heddle: --strategy=dpor --max-seconds=60 -D WAIT=1
// expect: incomplete reason="sigwait, which waits for ever here"
// heddle: --strategy=dpor --max-seconds=60 -D WAIT=1 -D RAISED=1
// expect: incomplete reason="uncontrolled call (sigwait"
// heddle: --strategy=dpor --max-seconds=60 -D WAIT=2 -D RAISED=1
// expect: incomplete reason="uncontrolled call (sigwaitinfo"
// heddle: --strategy=dpor --max-seconds=60 -D WAIT=2
// expect: incomplete reason="sigwaitinfo, which waits for ever here"
// heddle: --strategy=dpor --max-seconds=60 -D WAIT=3
// expect: incomplete reason="uncontrolled call (sigtimedwait"
// heddle: --strategy=dpor --max-seconds=60 -D WAIT=4
// expect: incomplete reason="sigsuspend, which waits for ever here"
// heddle: --strategy=dpor --max-seconds=60 -D WAIT=5
// expect: incomplete reason="kill of the process, of which any thread may get the signal"
#include <assert.h>
#include <errno.h>
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
  const struct timespec second = {1, 0};
  const struct sigaction ignored = {.sa_handler = SIG_IGN};
  if (WAIT == 1) sigwait(&set, &signal);
  if (WAIT == 2) signal = sigwaitinfo(&set, NULL);
  if (WAIT == 3) assert(sigtimedwait(&set, NULL, &second) == -1 && errno == EAGAIN);
  sigemptyset(&set);
  if (WAIT == 4) sigsuspend(&set);
  if (WAIT == 5) sigaction(SIGUSR1, &ignored, NULL);
  if (WAIT == 5) kill(getpid(), SIGUSR1);
  assert(WAIT > 2 || signal == SIGUSR1);
#else
  pause();
#endif
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
