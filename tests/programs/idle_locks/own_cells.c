// heddle:
// expect: complete tests=1
// heddle: --strategy=dpor
// expect: complete traces=120
// heddle: --strategy=dpor --locks=needed
// expect: complete traces=1
// heddle: --strategy=contextual --locks=needed
// expect: complete tests=1
// heddle: --strategy=con2colic --locks=needed
// expect: usage says="--locks has no effect"
//
// One lock, and each of five threads uses it for something of its own: in which order they take it shows nowhere.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int own[5];

static void* worker(void* argument) {
  int* mine = argument;
  pthread_mutex_lock(&lock);
  *mine += 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[5];
  for (int i = 0; i < 5; ++i) pthread_create(&threads[i], 0, worker, &own[i]);
  for (int i = 0; i < 5; ++i) pthread_join(threads[i], 0);
  for (int i = 0; i < 5; ++i) assert(own[i] == 1);
  pthread_mutex_destroy(&lock);
  return 0;
}
