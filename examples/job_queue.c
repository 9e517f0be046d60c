// Two workers take jobs from a queue. `if` is used where `while` is needed: between the signal and the moment when the
// worker that it wakes has the lock again, the other worker may have taken the job.
//
//   heddle test examples/job_queue.c
#include <assert.h>
#include <pthread.h>

enum { kJobs = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int jobs;

static void* worker(void* unused) {
  pthread_mutex_lock(&lock);
  if (jobs == 0) pthread_cond_wait(&not_empty, &lock);
  assert(jobs > 0);
  --jobs;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t workers[kJobs];
  for (int i = 0; i < kJobs; ++i) pthread_create(&workers[i], NULL, worker, NULL);
  for (int i = 0; i < kJobs; ++i) {
    pthread_mutex_lock(&lock);
    ++jobs;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
  }
  for (int i = 0; i < kJobs; ++i) pthread_join(workers[i], NULL);
  return 0;
}
