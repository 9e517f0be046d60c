// heddle: --strategy=contextual
// expect: bug kind=deadlock
// heddle: --strategy=unfolding
// expect: bug kind=deadlock
// heddle: --strategy=dpor
// expect: bug kind=deadlock
// heddle: --strategy=exhaustive
// expect: bug kind=deadlock
//
// Two detached threads take two locks in different orders. The fact that main returns does not help: they may have
// been stuck long before.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void lock_both(pthread_mutex_t* first, pthread_mutex_t* second) {
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void* forwards(void* unused) {
  lock_both(&a, &b);
  return unused;
}

static void* backwards(void* unused) {
  lock_both(&b, &a);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, forwards, NULL);
  pthread_create(&threads[1], NULL, backwards, NULL);
  pthread_detach(threads[0]);
  pthread_detach(threads[1]);
  return 0;
}
