// Four threads, two critical sections each, on one lock; the data it protects are plain.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct {
  int count;
  int sum;
  int last;
} data;

static void* add(void* argument) {
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&mutex);
    ++data.count;
    data.sum += *(int*)argument;
    data.last = *(int*)argument;
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

int main(void) {
  static int ids[4];
  pthread_t thread;
  for (int i = 0; i < 4; ++i) {
    ids[i] = i;
    pthread_create(&thread, NULL, add, &ids[i]);
  }
  return 0;
}
