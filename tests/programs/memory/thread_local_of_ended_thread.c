// heddle: --strategy=contextual
// expect: bug kind=use-after-free where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=use-after-free where=@

#include <pthread.h>

static _Thread_local int mine;

static void* worker(void* unused) {
  (void)unused;
  mine = 7;
  return &mine;
}

int main(void) {
  pthread_t thread;
  void* result = NULL;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, &result);
  return *(int*)result == 8;  // @
}
