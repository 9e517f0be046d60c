// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual --flags=-DMENDED
// expect: complete
// heddle: --strategy=dpor --flags=-DMENDED
// expect: complete
//
// Another thread writes to one element: which one is read is decided, and the order matters for that one.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int table[4] = {1, 2, 3, 4};

static void* change(void* argument) {
  pthread_mutex_lock(&mutex);
  table[2] = 9;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  const int before = table[heddle_range("first", 0, 3)];
  pthread_t thread;
  pthread_create(&thread, NULL, change, NULL);
#ifdef MENDED
  pthread_join(thread, NULL);
  assert(table[2] == 9 && before < 5);
#else
  pthread_mutex_lock(&mutex);
  const int x = heddle_range("x", 0, 3);
  const int now = table[x];
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  assert(now + before != 13);  // @
#endif
  return 0;
}
