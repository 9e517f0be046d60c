// Long work, while the assertion concerns only a counter next to it.
#include "threads.h"
#ifndef JOBS
#define JOBS 3
#endif
enum { WORKERS = 2 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int at, out;
static atomic_int done;
static void* worker(void* unused) {
  for (int k = 0; k < JOBS; k++) {
    pthread_mutex_lock(&lock);
    const int job = at++;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    out = out * 3 + job;
    pthread_mutex_unlock(&lock);
    atomic_fetch_add(&done, 1);
  }
  return unused;
}
static void* checker(void* unused) {
  assert(atomic_load(&done) <= JOBS * WORKERS);
  return unused;
}
RUN(worker, worker, checker)
