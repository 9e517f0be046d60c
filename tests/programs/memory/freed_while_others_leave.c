// A thread released by a barrier or a condition variable still looks at it; destroying it means waiting for that.
// heddle: --strategy=dpor --keep-going -- 1
// expect: bug kind=use-after-free
// heddle: --keep-going -- 1
// expect: bug kind=use-after-free
// heddle: --strategy=unfolding --keep-going -- 2
// expect: bug kind=use-after-free
// heddle: --keep-going -- 2
// expect: bug kind=use-after-free
// heddle: -- 0
// expect: complete
// heddle: --strategy=dpor -- 0
// expect: complete
#include <pthread.h>
#include <stdlib.h>

static int which;

static pthread_barrier_t* barrier;
static pthread_cond_t* condition;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int waits, ready;

static void* work(void* unused) {
  pthread_barrier_wait(barrier);
  pthread_mutex_lock(&mutex);
  waits = 1;
  while (!ready) pthread_cond_wait(condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(int count, char** arguments) {
  (void)count;
  which = atoi(arguments[1]);
  pthread_t thread;
  barrier = malloc(sizeof *barrier);
  condition = malloc(sizeof *condition);
  pthread_barrier_init(barrier, NULL, 2);
  pthread_cond_init(condition, NULL);
  pthread_create(&thread, NULL, work, NULL);
  pthread_barrier_wait(barrier);
  if (which != 1) pthread_barrier_destroy(barrier);
  free(barrier);
  pthread_mutex_lock(&mutex);
  const int others = waits;
  ready = 1;
  pthread_cond_broadcast(condition);
  pthread_mutex_unlock(&mutex);
  if (others && which != 2) pthread_cond_destroy(condition);
  if (others) free(condition);
  pthread_join(thread, NULL);
}
