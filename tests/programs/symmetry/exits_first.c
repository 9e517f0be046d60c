// heddle: --strategy=dpor
// expect: complete traces=6
// heddle: --strategy=dpor --symmetry=on
// expect: complete traces=1
//
// Nobody waits for them.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int cell;

static void* worker(void* unused) {
  return atomic_fetch_add(&cell, 1) < 0 ? 0 : unused;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 3; ++i) {
    pthread_create(&thread, 0, worker, 0);
    pthread_detach(thread);
  }
  pthread_exit(0);
}
