// heddle: --strategy=contextual
// expect: bug kind=use-after-free where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=use-after-free where=@

// A thread gets the address of a variable of a function that may have returned when it looks.

#include <pthread.h>

static void* worker(void* argument) {
  return (void*)(long)*(volatile int*)argument;  // @
}

static pthread_t start(void) {
  volatile int number = 5;
  pthread_t thread;
  pthread_create(&thread, NULL, worker, (void*)&number);
  return thread;
}

int main(void) {
  pthread_join(start(), NULL);
  return 0;
}
