// heddle: --strategy=dpor
// expect: complete traces=2
//
// Waiting politely: with sched_yield and usleep in the loop. The flag is seen immediately, or the loop is left in the
// trace in which it is; an unsuccessful look is the second trace.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int flag;

static void* set(void* unused) {
  atomic_store(&flag, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  while (!atomic_load(&flag)) {
    sched_yield();
    usleep(10);
  }
  pthread_join(thread, NULL);
  return 0;
}
