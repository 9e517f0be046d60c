// Two threads that take numbers from one counter and add to another one.
#include "threads.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int r, s;
static void* thread(void* unused) {
  int l = 0;
  pthread_mutex_lock(&lock);
  r = r + 1;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  if (r == 1) {
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++) {
      pthread_mutex_lock(&lock);
      s = s + 1;
      l = l + 1;
      assert(s == l || r > 1);
      pthread_mutex_unlock(&lock);
    }
  } else {
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
RUN(thread, thread)
