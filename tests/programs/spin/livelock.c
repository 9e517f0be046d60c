// heddle: --strategy=dpor
// expect: bug kind=livelock where=@
//
// The thread waits for a flag that nobody will ever set again.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void* reset(void* unused) {
  atomic_store(&flag, 1);
  atomic_store(&flag, 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reset, NULL);
  while (atomic_load(&flag) == 0) {  // @
  }
  pthread_join(thread, NULL);
  return 0;
}
