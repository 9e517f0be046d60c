// heddle: --strategy=dpor
// expect: bug kind=assertion
// heddle: --strategy=contextual
// expect: bug kind=assertion

// A thread is created in the same line as an input is taken and a lock is used.

#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static int count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* worker(void* unused) {
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

// clang-format off
int main(void) {
  pthread_t t; pthread_create(&t, 0, worker, 0); int i = heddle_range("i", 0, 1); pthread_mutex_lock(&mutex); int c = count; pthread_mutex_unlock(&mutex);
  pthread_join(t, 0);
  assert(!(i == 1 && c == 1));
}
// clang-format on
