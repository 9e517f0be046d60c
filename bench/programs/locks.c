// Three threads count under two mutexes: synchronisation and plain accesses in equal parts, without a race.
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int counter, other;

static void* work(void* unused) {
  for (int i = 0; i < 5; ++i) {
    pthread_mutex_lock(&first);
    ++counter;
    pthread_mutex_unlock(&first);
    pthread_mutex_lock(&second);
    other += i > 100;
    pthread_mutex_unlock(&second);
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  return counter != 15;
}
