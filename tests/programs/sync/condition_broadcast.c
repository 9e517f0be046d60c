// heddle: --strategy=dpor
// expect: complete traces=10
// heddle: --strategy=exhaustive
// expect: complete traces=10
//
// A gate: everybody waits until it is open; a broadcast wakes all.
// The number of traces is what dpor and exhaustive agree on.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int is_open, passed;

static void* pass(void* unused) {
  pthread_mutex_lock(&mutex);
  while (!is_open) pthread_cond_wait(&opened, &mutex);
  ++passed;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, pass, NULL);
  pthread_create(&b, NULL, pass, NULL);
  pthread_mutex_lock(&mutex);
  is_open = 1;
  pthread_cond_broadcast(&opened);
  pthread_mutex_unlock(&mutex);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(passed == 2);
  return 0;
}
