// heddle: --strategy=dpor
// expect: bug kind=lock-misuse where=@
//
// A wait needs its mutex.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main(void) {
  pthread_cond_wait(&condition, &mutex);  // @
  return 0;
}
