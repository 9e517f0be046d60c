// heddle:
// expect: bug kind=data-race
//
// Which lock is taken depends on an input: the address is decided as an index is.
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t locks[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};
static int shared;

static void* use(void* bucket) {
  pthread_mutex_t* lock = &locks[(unsigned long)bucket];
  pthread_mutex_lock(lock);
  ++shared;
  pthread_mutex_unlock(lock);
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, use, (void*)0ul);
  use((void*)(unsigned long)(heddle_uint8("bucket") & 3));
  pthread_join(other, NULL);
  return 0;
}
