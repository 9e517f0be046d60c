// heddle: --strategy=con2colic -D FREED=1
// expect: complete
// heddle: --strategy=con2colic -D FREED=0
// expect: complete
//
// A block that main fills and a thread gets and frees: what was written before the thread was created is a part of the
// history that it comes from.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job {
  int number;
  int squares[4];
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void* work(void* argument) {
  struct job* job = argument;
  assert(job->squares[1] == job->number * job->number);
  pthread_mutex_lock(&mutex);
  sum += job->number;
  pthread_mutex_unlock(&mutex);
  if (FREED) free(job);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) {
    struct job* job = malloc(sizeof *job);
    job->number = i + 1;
    job->squares[1] = job->number * job->number;
    pthread_create(&threads[i], NULL, work, job);
  }
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(sum == 3);
  return 0;
}
