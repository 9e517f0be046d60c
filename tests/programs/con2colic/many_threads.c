// heddle: --strategy=con2colic
// expect: complete tests=65 says="2 of 2 branches (k=0: 1, k=1: 1)"
//
// Under one lock 64 threads count, and main looks: a test for each thread that the lock lets in, and one for what main
// sees when another one has counted, instead of all orders.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static int one;

static void* count(void* unused) {
  pthread_mutex_lock(&mutex);
  sum += 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 64; ++i) pthread_create(&thread, NULL, count, NULL);
  pthread_mutex_lock(&mutex);
  if (sum == 1) one = 1;
  pthread_mutex_unlock(&mutex);
  pthread_exit(NULL);
}
