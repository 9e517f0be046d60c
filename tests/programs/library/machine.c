// A tested program does not change the machine, whoever runs Heddle. (What is asked for here would change nothing.)
// limit: | `clock_settime`, `settimeofday`, `adjtimex`, `sethostname`, `mount`, `reboot`, … | refused (`EPERM`), and named, whoever runs Heddle |
// limit: | `setrlimit`, `prlimit` | real, except limits of memory, stacks, threads and processor time, which have no effect and are named |
// heddle: --strategy=dpor -- 1
// expect: incomplete reason="uncontrolled call (settimeofday"
// heddle: -- 2
// expect: incomplete reason="uncontrolled call (sethostname"
// heddle: -- 3
// expect: incomplete reason="uncontrolled call (syscall"
// heddle: --max-tests=3 -- 4
// expect: incomplete reason="uncontrolled call (setrlimit, which limits nothing here"
// heddle: --max-tests=3 -- 5
// expect: incomplete reason="uncontrolled call (setrlimit, which limits nothing here"
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

static int which;

#define THREADS 80  // more than are prepared

static int x;

static void* work(void* unused) {
  __atomic_add_fetch(&x, 1, __ATOMIC_SEQ_CST);
  return unused;
}

int main(int count, char** arguments) {
  (void)count;
  which = atoi(arguments[1]);
  char name[256];
  gethostname(name, sizeof name);
  pthread_t threads[THREADS];
  const int many = which == 4 ? THREADS : 2;
  struct rlimit limit;
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = 800 << 20;
  errno = 0;
  if (which == 1) assert(settimeofday(NULL, NULL) == -1 && errno == EPERM);
  if (which == 2) assert(sethostname(name, strlen(name)) == -1 && errno == EPERM);
  if (which == 3) assert(syscall(SYS_settimeofday, NULL, NULL) == -1 && errno == EPERM);
  if (which == 4) assert(setrlimit(RLIMIT_AS, &limit) == 0);
  if (which == 5) assert(prlimit(0, RLIMIT_AS, &limit, NULL) == 0);
  for (int i = 0; i < many; ++i) assert(pthread_create(&threads[i], NULL, work, NULL) == 0);
  for (int i = 0; i < many; ++i) pthread_join(threads[i], NULL);
}
