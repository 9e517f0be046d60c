// heddle: --flags=-DWRONG
// expect: bug kind=deadlock
// heddle:
// expect: complete
//
// Threads × inputs: a queue of jobs whose size is an input; one of size 3 makes another one. Closing it must wake a worker that waits, whatever
// the size: with 4, and only if the worker was fast, it is never woken.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int jobs[4];
static int count, closed, done;

static void put(int size) {
  pthread_mutex_lock(&lock);
  jobs[count++] = size;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
}

static int take(int* size) {
  pthread_mutex_lock(&lock);
  while (count == 0 && !closed) pthread_cond_wait(&changed, &lock);
  const int has = count > 0;
  if (has) *size = jobs[--count];
  pthread_mutex_unlock(&lock);
  return has;
}

static void* work(void* unused) {
  int size = 0;
  while (take(&size)) {
    if (size == 3) put(1);
    pthread_mutex_lock(&lock);
    done += size;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  const int first = heddle_range("first", 1, 4);
  put(first);
  pthread_mutex_lock(&lock);
  closed = 1;
#ifdef WRONG
  if (first < 4)  // the worker will look again after so much work
#endif
    pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(worker, NULL);
  assert(done == first + (first == 3));
  return 0;
}
