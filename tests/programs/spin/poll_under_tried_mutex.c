// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
//
// The iteration that locks and unlocks does matter here: another thread may see that the mutex is held.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int busy;

static void* look(void* unused) {
  if (pthread_mutex_trylock(&lock) != 0) {
    busy = 1;
  } else {
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, look, NULL);
  for (;;) {
    pthread_mutex_lock(&lock);
    int seen = busy;
    pthread_mutex_unlock(&lock);
    if (seen) break;
  }
  assert(!busy);  // @
  return 0;
}
