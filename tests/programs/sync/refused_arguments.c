// Arguments that functions of threads refuse.
// heddle: --strategy=dpor
// expect: complete
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* unused) { return unused; }

static void* wait_for_the_mutex(void* unused) {
  const struct timespec no_time = {.tv_nsec = 1000000000};
  assert(pthread_mutex_timedlock(&mutex, &no_time) == EINVAL);
  return unused;
}

int main(void) {
  const struct timespec now = {0};
  const struct timespec no_time = {.tv_nsec = 1000000000};
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  sem_t semaphore;
  sem_init(&semaphore, 0, 0);
  // It is free, so nobody looks at the time.
  assert(pthread_mutex_timedlock(&mutex, &no_time) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for_the_mutex, NULL);
  pthread_join(thread, NULL);
  assert(pthread_cond_clockwait(&condition, &mutex, CLOCK_PROCESS_CPUTIME_ID, &now) == EINVAL);
  assert(pthread_cond_timedwait(&condition, &mutex, &no_time) == EINVAL);
  pthread_mutex_unlock(&mutex);
  assert(pthread_mutex_clocklock(&mutex, CLOCK_BOOTTIME, &now) == EINVAL);
  assert(pthread_rwlock_clockrdlock(&lock, CLOCK_BOOTTIME, &now) == EINVAL);
  assert(pthread_rwlock_clockwrlock(&lock, CLOCK_BOOTTIME, &now) == EINVAL);
  assert(sem_clockwait(&semaphore, CLOCK_BOOTTIME, &now) == -1 && errno == EINVAL);

  assert(pthread_setcancelstate(77, NULL) == EINVAL && pthread_setcanceltype(77, NULL) == EINVAL);
  assert(pthread_setconcurrency(-1) == EINVAL && pthread_getconcurrency() == 0);

  // This policy needs a priority.
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setschedpolicy(&attributes, SCHED_FIFO);
  pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
  assert(pthread_create(&thread, &attributes, work, NULL) == EINVAL);
  return 0;
}
