// limit: a thread-local variable whose address is taken may be raced on
// heddle: --strategy=contextual
// expect: bug kind=data-race where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=data-race where=@

// A thread hands out the address of its thread-local variable, and keeps using it by name.

#include <pthread.h>

static _Thread_local int mine;

static void* worker(void* argument) {
  *(int*)argument = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, &mine);
  mine = 2;  // @
  pthread_join(thread, NULL);
  return 0;
}
