// heddle: --strategy=dpor
// expect: complete traces=2
// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=unfolding
// expect: complete
//
// An iteration that locks, looks and unlocks leaves nothing behind.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, data;

static void* produce(void* unused) {
  pthread_mutex_lock(&lock);
  data = 42;
  ready = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, produce, NULL);
  for (;;) {
    pthread_mutex_lock(&lock);
    int seen = ready;
    pthread_mutex_unlock(&lock);
    if (seen) break;
  }
  assert(data == 42);
  return 0;
}
