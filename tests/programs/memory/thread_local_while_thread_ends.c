// heddle: --strategy=dpor --keep-going
// expect: bug kind=use-after-free where=@
// heddle: --strategy=contextual --keep-going
// expect: bug kind=use-after-free where=@
// heddle: --strategy=unfolding --keep-going
// expect: bug kind=use-after-free where=@

// A thread hands out the address of its thread-local variable, and continues. Whether it has ended when the other one
// uses it is a question of order, although the thread does nothing with the variable any more.

#include <pthread.h>
#include <stdatomic.h>

static int* _Atomic given;
static atomic_int later;
static _Thread_local int mine;

static void* worker(void* unused) {
  given = &mine;
  later = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  int* const taken = given;
  if (taken != 0) *taken = 5;  // @
  pthread_join(thread, 0);
  return 0;
}
