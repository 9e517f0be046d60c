// heddle: --strategy=dpor
// expect: bug kind=bad-join where=@
//
// A thread can be joined once.
#include <pthread.h>

static void* work(void* unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  pthread_join(thread, NULL);  // @
  return 0;
}
