// Functions on threads, attributes, signals, the environment and descriptors read and write memory as well.
// heddle: -- 1
// expect: bug kind=data-race
// heddle: --strategy=dpor -- 2
// expect: bug kind=data-race
// heddle: -- 3
// expect: bug kind=data-race
// heddle: -- 4
// expect: bug kind=data-race
// heddle: --strategy=unfolding -- 5
// expect: bug kind=data-race
// heddle: -- 6
// expect: bug kind=data-race
// heddle: -- 7
// expect: bug kind=data-race
// heddle: -- 8
// expect: bug kind=data-race
// heddle: -- 0
// expect: complete
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

static int which;

static pthread_mutexattr_t attributes;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct timespec until;
static char name[16];
static sigset_t signals;
static char** volatile variables;
static struct timeval wait_time;
static struct flock file_lock;
static va_list kept;

static void keep(int number, ...) {
  va_list arguments;
  va_start(arguments, number);
  va_copy(kept, arguments);
  va_end(arguments);
}

static void* work(void* unused) {
  if (which == 1) pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  if (which == 2 && pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &until) == 0) pthread_mutex_unlock(&mutex);
  if (which == 3) pthread_getname_np(pthread_self(), name, sizeof name);
  if (which == 4) pthread_sigmask(SIG_BLOCK, NULL, &signals);
  if (which == 5) setenv("HEDDLE_CASE", "5", 1);
  if (which == 6) select(0, NULL, NULL, NULL, &wait_time);
  if (which == 7) fcntl(0, F_GETLK, &file_lock);
  if (which == 8) keep(1, 2);
  return unused;
}

int main(int count, char** arguments) {
  (void)count;
  which = atoi(arguments[1]);
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  if (which == 0) pthread_join(thread, NULL);
  if (which == 0 || which == 1) pthread_mutexattr_init(&attributes);
  if (which == 0 || which == 2) until.tv_sec = 1;
  if (which == 0 || which == 3) name[0] = 'x';
  if (which == 0 || which == 4) sigemptyset(&signals);
  if (which == 0 || which == 5) variables = environ;
  if (which == 0 || which == 6) wait_time.tv_usec = 1;
  if (which == 0 || which == 7) file_lock.l_pid = 1;
  if (which == 0 || which == 8) keep(3, 4);
  if (which != 0) pthread_join(thread, NULL);
  return 0;
}
