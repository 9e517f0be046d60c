// heddle: --strategy=dpor
// expect: complete traces=80
// heddle: --strategy=exhaustive
// expect: complete traces=80
// heddle: --strategy=dpor --flags=-DBROKEN
// expect: bug kind=deadlock
//
// A queue with one place, two producers and a consumer that share one condition variable. Producers and the consumer
// wait on it, so that a signal may wake the wrong one: broken with signal, right with broadcast.
// The number of traces is what dpor and exhaustive agree on.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full, item;

static void wake(void) {
#ifdef BROKEN
  pthread_cond_signal(&changed);
#else
  pthread_cond_broadcast(&changed);
#endif
}

static void put(int value) {
  pthread_mutex_lock(&mutex);
  while (full) pthread_cond_wait(&changed, &mutex);
  full = 1;
  item = value;
  wake();
  pthread_mutex_unlock(&mutex);
}

static int take(void) {
  pthread_mutex_lock(&mutex);
  while (!full) pthread_cond_wait(&changed, &mutex);
  full = 0;
  int value = item;
  wake();
  pthread_mutex_unlock(&mutex);
  return value;
}

static void* produce(void* argument) {
  put(*(int*)argument);
  return argument;
}

static void* consume(void* argument) {
  *(int*)argument += take();
  return argument;
}

int main(void) {
  int values[2] = {1, 2}, sums[2] = {0, 0};
  pthread_t producers[2], consumers[2];
  for (int i = 0; i < 2; ++i) pthread_create(&consumers[i], NULL, consume, &sums[i]);
  for (int i = 0; i < 2; ++i) pthread_create(&producers[i], NULL, produce, &values[i]);
  for (int i = 0; i < 2; ++i) pthread_join(producers[i], NULL);
  for (int i = 0; i < 2; ++i) pthread_join(consumers[i], NULL);
  assert(sums[0] + sums[1] == 3);
  return 0;
}
