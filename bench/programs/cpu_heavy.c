// Two threads, three locked updates each, with 200,000 iterations of arithmetic between them.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned long total;

static void* work(void* argument) {
  unsigned long z = (unsigned long)argument;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 200000; ++i) z = z * 6364136223846793005UL + 1442695040888963407UL;
    pthread_mutex_lock(&mutex);
    total += z;
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(int argc, char** argv) {
  (void)argv;
  const int runs = argc > 1 ? 1000 : 1;  // run by itself: this many at once
  for (int run = 0; run < runs; ++run) {
    pthread_t threads[2];
    for (long i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, (void*)(i + 1));
    for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  }
  return (int)(total & 0);
}
