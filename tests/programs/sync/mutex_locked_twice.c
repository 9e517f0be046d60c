// heddle: --strategy=dpor
// expect: bug kind=deadlock where=@
//
// A thread that locks a normal mutex again waits for itself.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);  // @
  return 0;
}
