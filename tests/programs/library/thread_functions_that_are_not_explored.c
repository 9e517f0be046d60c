// limit: `pthread_kill`, `sigqueue`, `getcpuclockid` of others | do nothing, and are named
// heddle: --strategy=contextual
// expect: incomplete reason="pthread_kill"
// expect: incomplete reason="pthread_getcpuclockid"
// expect: incomplete reason="pthread_mutex_getprioceiling"
//
// Not every name that begins with pthread_ is known to be harmless.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* unused) { return unused; }

int main(void) {
  pthread_t first, second;
  clockid_t clock;
  cpu_set_t cores;
  int ceiling;
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  assert(pthread_kill(first, 0) == 0);
  pthread_kill(first, SIGUSR1);
  assert(pthread_getaffinity_np(first, sizeof cores, &cores) == 0 && CPU_COUNT(&cores) > 0);
  assert(pthread_getcpuclockid(first, &clock) == 0);
  pthread_mutex_getprioceiling(&mutex, &ceiling);
  return 0;
}
