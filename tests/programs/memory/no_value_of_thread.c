// heddle: --strategy=contextual
// expect: bug kind=error where=@
// heddle: --strategy=dpor
// expect: bug kind=error where=@
// heddle: --strategy=unfolding --flags=-O2
// expect: bug kind=error where=@

// A thread gives the variable its value under a lock, but nobody waits for it: one order has none.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* give(void* variable) {
  pthread_mutex_lock(&lock);
  *(int*)variable = 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  int value;
  pthread_t thread;
  pthread_create(&thread, 0, give, &value);
  pthread_mutex_lock(&lock);
  const int copy = value;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  if (copy == 1) return 0;  // @
  return 0;
}
