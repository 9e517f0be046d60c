// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=dpor --flags=-O2
// expect: complete

// Two threads with the stacks of 64 MiB that they have asked for do not meet.

#include <assert.h>
#include <pthread.h>

enum { kBytes = 60 << 20 };

static long deep(char with) {
  volatile char array[kBytes];
  for (long i = 0; i < kBytes; i += 1 << 20) array[i] = with;
  long sum = 0;
  for (long i = 0; i < kBytes; i += 1 << 20) sum += array[i] == with;
  return sum;
}

static void* worker(void* unused) {
  (void)unused;
  return (void*)deep(1);
}

int main(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 64 << 20);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], &attributes, worker, NULL);
  for (int i = 0; i < 2; ++i) {
    void* result = NULL;
    pthread_join(threads[i], &result);
    assert((long)result == 60);
  }
  return 0;
}
