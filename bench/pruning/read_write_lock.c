// Writers and readers with two counters under a lock; x is what they share.
#include <heddle/heddle.h>
#include "threads.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int writing, reading;
static atomic_int x, y;
static void* writer(void* unused) {
  pthread_mutex_lock(&lock);
  heddle_assume(writing == 0 && reading == 0);
  writing = 1;
  pthread_mutex_unlock(&lock);
  atomic_store(&x, 3);
  pthread_mutex_lock(&lock);
  writing = 0;
  pthread_mutex_unlock(&lock);
  return unused;
}
static void* reader(void* unused) {
  pthread_mutex_lock(&lock);
  heddle_assume(writing == 0);
  reading++;
  pthread_mutex_unlock(&lock);
  const int seen = atomic_load(&x);
  atomic_store(&y, seen);
  assert(atomic_load(&x) == seen);
  pthread_mutex_lock(&lock);
  reading--;
  pthread_mutex_unlock(&lock);
  return unused;
}
RUN(writer, writer, reader, reader)
