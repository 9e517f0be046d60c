// limit: `aio_*`, `lio_listio`, `getaddrinfo_a`, `mq_notify`, `timer_create`, `alarm`, `setitimer` | fail, or send nothing
// heddle: --strategy=contextual
// expect: incomplete reason="aio_read, which fails here"
// heddle: --strategy=dpor
// expect: incomplete reason="timer_create, which fails here"
// heddle: --strategy=random --max-tests=10
// expect: incomplete reason="setitimer, which sends nothing here"
//
// What the C library does in threads of its own, and the kernel by signals at some moment, is not accused of anything.

#include <aio.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static char buffer[16];

static void* work(void* unused) {
  struct aiocb request;
  memset(&request, 0, sizeof request);
  request.aio_fildes = open("/dev/null", O_RDONLY);
  request.aio_buf = buffer;
  request.aio_nbytes = sizeof buffer;
  aio_read(&request);
  close(request.aio_fildes);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  const struct itimerval soon = {{0, 1}, {0, 1}};
  setitimer(ITIMER_REAL, &soon, NULL);
  timer_t timer;
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL};
  timer_create(CLOCK_REALTIME, &event, &timer);
  pthread_join(thread, NULL);
  return 0;
}
