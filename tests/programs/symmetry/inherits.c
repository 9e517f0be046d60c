// heddle: --strategy=dpor --symmetry=on
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --symmetry=on --flags=-DBLOCKED
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --symmetry=on --flags=-DROUNDING --flags=-lm
// expect: bug kind=assertion where=@
//
// Threads begin with the time of their creator, the signals that it blocks and its way of rounding. If that changes
// between two creations, which is no step and no access to memory, they can be told apart.
#define _GNU_SOURCE
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int first;

static int inherited(void) {
#if defined BLOCKED
  sigset_t set;
  pthread_sigmask(SIG_BLOCK, 0, &set);
  return sigismember(&set, SIGUSR1);
#elif defined ROUNDING
  return fegetround() == FE_UPWARD;
#else
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_nsec >= 500000000;
#endif
}

static void change(void) {
#if defined BLOCKED
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, 0);
#elif defined ROUNDING
  fesetround(FE_UPWARD);
#else
  usleep(600000);
#endif
}

static void* worker(void* unused) {
  const int mine = 1 + inherited();
  int before = 0;
  if (!atomic_compare_exchange_strong(&first, &before, mine)) assert(before <= mine);  // @
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  change();
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
