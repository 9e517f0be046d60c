// heddle: --strategy=con2colic
// expect: complete tests=3 says="0 of 0 branches"
//
// Nothing is decided by a value: one test for each thread that a lock lets in.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void* add(void* unused) {
  pthread_mutex_lock(&mutex);
  sum += 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 3; ++i) pthread_create(&thread, NULL, add, NULL);
  pthread_exit(NULL);
}
