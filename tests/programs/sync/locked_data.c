// heddle: --strategy=contextual
// expect: complete tests=6 events=50
// heddle: --strategy=unfolding
// expect: complete tests=6 events=50
// heddle: --strategy=contextual --isolation=fork
// expect: complete tests=6 events=50
// heddle: --strategy=dpor
// expect: complete traces=6
//
// Plain data under a mutex, written before the threads are created and read after they are joined: never accessed by
// two threads at once, within one run or across two. So nothing but the lock is interleaved: these are the numbers of
// the model that has only the lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct {
  int sum;
  int values[3];
} data;

static void* add(void* argument) {
  pthread_mutex_lock(&mutex);
  const int value = data.values[*(int*)argument];
  data.sum += value;
  data.values[*(int*)argument] = 0;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t threads[3];
  int ids[3];
  for (int i = 0; i < 3; ++i) data.values[i] = i + 1;
  for (int i = 0; i < 3; ++i) {
    ids[i] = i;
    pthread_create(&threads[i], NULL, add, &ids[i]);
  }
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  assert(data.sum == 6);
  return 0;
}
