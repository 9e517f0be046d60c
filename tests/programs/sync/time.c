// heddle: --strategy=dpor
// expect: complete traces=1
//
// Time is virtual and belongs to each thread: sleeping takes none, clocks move by what was slept, and nothing of it is
// nondeterministic.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void* work(void* unused) {
  time_t before = time(NULL);
  sleep(100);
  assert(time(NULL) >= before + 100 && time(NULL) <= before + 101);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct timespec a, b, pause = {3, 0};
  struct timeval day;
  pthread_create(&thread, NULL, work, NULL);
  clock_gettime(CLOCK_MONOTONIC, &a);
  nanosleep(&pause, NULL);
  usleep(500);
  clock_gettime(CLOCK_MONOTONIC, &b);
  assert(b.tv_sec - a.tv_sec >= 3 && b.tv_sec - a.tv_sec <= 4);
  gettimeofday(&day, NULL);
  assert(day.tv_sec > 1700000000);
  srand((unsigned)time(NULL));
  int first = rand();
  srand(1);
  int again = rand();
  srand(1);
  assert(again == rand());
  (void)first;
  pthread_join(thread, NULL);
  return 0;
}
