// limit: With a timeout: fails if the mutex is held, and the clock advances to that time.
// heddle: --strategy=dpor
// expect: complete traces=3
//
// A lock with a timeout is one that can fail while another thread holds the mutex; then the clock shows that time.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct timespec until, now;
  pthread_create(&thread, NULL, work, NULL);
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 5;
  int result = pthread_mutex_timedlock(&mutex, &until);
  assert(result == 0 || result == ETIMEDOUT);
  clock_gettime(CLOCK_REALTIME, &now);
  assert((now.tv_sec >= until.tv_sec) == (result == ETIMEDOUT));
  if (result == 0) pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
