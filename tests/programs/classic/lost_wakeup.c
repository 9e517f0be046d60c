// heddle: --strategy=dpor
// expect: bug kind=deadlock where=@
//
// The producer sets the flag without the mutex: its signal can come between the consumer's look at the flag and the wait.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void* produce(void* unused) {
  atomic_store(&ready, 1);
  pthread_cond_signal(&condition);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, produce, NULL);
  pthread_mutex_lock(&mutex);
  while (!atomic_load(&ready)) pthread_cond_wait(&condition, &mutex);  // @
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
