// heddle: --strategy=dpor
// expect: complete traces=3
// heddle: --strategy=exhaustive
// expect: complete traces=3
//
// A thread is cancelled while it waits: it leaves the wait, locks the mutex again and runs its cleanup handler, which
// unlocks it.
// The number of traces is what dpor and exhaustive agree on.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void unlock(void* value) { pthread_mutex_unlock(value); }

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, &mutex);
  for (;;) pthread_cond_wait(&condition, &mutex);
  pthread_cleanup_pop(1);
  return unused;
}

int main(void) {
  pthread_t thread;
  void* result = NULL;
  pthread_create(&thread, NULL, work, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}
