// heddle: --strategy=contextual
// expect: bug kind=out-of-range where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=out-of-range where=@

// A thread writes past the end of an array on another thread's stack.

#include <pthread.h>

static void* worker(void* argument) {
  int* numbers = argument;
  for (int i = 0; i <= 5; ++i) {
    numbers[i] = i;  // @
  }
  return NULL;
}

int main(void) {
  int numbers[5];
  pthread_t thread;
  pthread_create(&thread, NULL, worker, numbers);
  pthread_join(thread, NULL);
  return 0;
}
