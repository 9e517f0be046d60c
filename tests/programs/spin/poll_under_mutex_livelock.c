// heddle: --strategy=dpor
// expect: bug kind=livelock where=@
// heddle: --strategy=contextual
// expect: bug kind=livelock where=@
//
// Nobody ever sets what the loop looks for.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void* look(void* unused) {
  pthread_mutex_lock(&lock);
  ready = 0;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, look, NULL);
  for (;;) {  // @
    pthread_mutex_lock(&lock);
    int seen = ready;
    pthread_mutex_unlock(&lock);
    if (seen) break;
  }
  return 0;
}
