// heddle: --flags=-DWRONG
// expect: bug kind=deadlock
// heddle:
// expect: complete
//
// Threads × inputs: two producers and a consumer with a buffer of one place. How many things the first one makes is an input; with one
// condition variable for both sides and `signal`, a wake-up goes to the wrong side if it makes two.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full, made, wanted;

static void put(void) {
  pthread_mutex_lock(&lock);
  while (full) pthread_cond_wait(&changed, &lock);
  full = 1;
  ++made;
#ifdef WRONG
  pthread_cond_signal(&changed);
#else
  pthread_cond_broadcast(&changed);
#endif
  pthread_mutex_unlock(&lock);
}

static void* produce(void* count) {
  for (int i = 0; i < *(int*)count; ++i) put();
  return NULL;
}

int main(void) {
  int first = heddle_range("first", 0, 2), second = 1;
  wanted = first + second;
  pthread_t producers[2];
  pthread_create(&producers[0], NULL, produce, &first);
  pthread_create(&producers[1], NULL, produce, &second);
  for (int i = 0; i < wanted; ++i) {
    pthread_mutex_lock(&lock);
    while (!full) pthread_cond_wait(&changed, &lock);
    full = 0;
#ifdef WRONG
    pthread_cond_signal(&changed);
#else
    pthread_cond_broadcast(&changed);
#endif
    pthread_mutex_unlock(&lock);
  }
  pthread_join(producers[0], NULL);
  pthread_join(producers[1], NULL);
  assert(made == wanted);
  return 0;
}
