// heddle: --strategy=contextual --keep-going
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding --keep-going
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --keep-going
// expect: bug kind=assertion where=@ traces=12
// heddle: --strategy=exhaustive --keep-going
// expect: bug kind=assertion where=@ traces=12
//
// Each of two threads adds its input, if that is large enough, under a lock: only 42 is wrong.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static int shared;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* unused) {
  int x = heddle_int("x");
  pthread_mutex_lock(&mutex);
  if (x > 10) {
    shared += x;
  } else {
    shared = 3;
  }
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(shared != 42);  // @
}
