// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=dpor --spurious
// expect: bug kind=assertion where=@
//
// `if` instead of `while` around a wait: right only as long as nobody wakes up without a signal.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void* produce(void* unused) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, produce, NULL);
  pthread_mutex_lock(&mutex);
  if (!ready) pthread_cond_wait(&condition, &mutex);
  assert(ready);  // @
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
