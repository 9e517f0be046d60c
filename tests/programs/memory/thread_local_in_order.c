// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=dpor --flags=-O2
// expect: complete

// The address of a thread-local variable, used in order and while its thread lives.

#include <assert.h>
#include <pthread.h>

static _Thread_local int mine;
static _Thread_local int only_mine = 4;

static void* worker(void* argument) {
  ++only_mine;
  *(int*)argument = only_mine;
  return NULL;
}

int main(void) {
  pthread_t thread;
  mine = 2;
  pthread_create(&thread, NULL, worker, &mine);
  pthread_join(thread, NULL);
  assert(mine == 5 && only_mine == 4);
  return 0;
}
