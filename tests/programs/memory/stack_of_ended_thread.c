// heddle: --strategy=contextual
// expect: bug kind=use-after-free where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=use-after-free where=@

// What a thread returns is a variable of its own.

#include <pthread.h>

static void* worker(void* unused) {
  int result = 3;
  int* volatile pointer = &result;
  (void)unused;
  pthread_exit(pointer);
}

int main(void) {
  pthread_t thread;
  void* result = NULL;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, &result);
  return *(int*)result == 4;  // @
}
