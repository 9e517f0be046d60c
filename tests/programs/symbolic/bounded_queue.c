// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --flags=-DFIXED
// expect: complete
// heddle: --strategy=contextual --flags=-DFIXED
// expect: complete
//
// A queue whose producer looks whether there is room before it takes the lock. It overflows if both producers do that
// while one place is left, which only happens with the right size of the first delivery.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

enum { kRoom = 3 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int filled;

static int room(void) {
  pthread_mutex_lock(&mutex);
  const int result = kRoom - filled;
  pthread_mutex_unlock(&mutex);
  return result;
}

static void deliver(int count) {
#ifndef FIXED
  if (room() < count) return;
#endif
  pthread_mutex_lock(&mutex);
#ifdef FIXED
  if (kRoom - filled < count) {
    pthread_mutex_unlock(&mutex);
    return;
  }
#endif
  filled += count;
  assert(filled <= kRoom); // @
  pthread_mutex_unlock(&mutex);
}

static void* producer(void* argument) {
  deliver(*(int*)argument);
  return argument;
}

int main(void) {
  int first = heddle_range("first", 0, 3);
  int second = 1;
  pthread_t threads[2];
  pthread_create(&threads[0], 0, producer, &first);
  pthread_create(&threads[1], 0, producer, &second);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
