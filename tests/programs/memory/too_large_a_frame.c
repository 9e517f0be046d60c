// heddle: --strategy=contextual
// expect: bug kind=stack-overflow
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=stack-overflow

// One frame that is larger than the stack, and what is below it, does not reach the stack of another thread.

#include <pthread.h>

enum { kBytes = 200 << 20 };

static void* worker(void* unused) {
  volatile char array[kBytes];
  const long index = (long)unused;
  array[index] = 1;
  return (void*)(long)array[index];
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
