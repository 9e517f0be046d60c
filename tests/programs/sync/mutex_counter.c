// heddle: --strategy=dpor
// expect: complete traces=6
// heddle: --strategy=exhaustive
// expect: complete traces=6
//
// Three threads add to a counter under a mutex. The order of the three sections is all there is: 3! traces. The counter
// itself is never accessed by two threads at once, so it is not interleaved.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* add(void* unused) {
  pthread_mutex_lock(&mutex);
  ++counter;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  assert(counter == 3);
  return 0;
}
