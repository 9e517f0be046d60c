// heddle: --strategy=dpor --keep-going
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual --keep-going
// expect: bug kind=assertion where=@
//
// Time runs out in a wait during which another thread has had the mutex, and has set what is waited for: the next turn
// is another one.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int waiting, ready;

static void* answer(void* unused) {
  pthread_mutex_lock(&lock);
  if (waiting) ready = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  const struct timespec soon = {5, 0};
  pthread_t thread;
  pthread_create(&thread, NULL, answer, NULL);
  pthread_mutex_lock(&lock);
  waiting = 1;
  while (!ready) pthread_cond_timedwait(&changed, &lock, &soon);
  assert(0);  // @
  return 0;
}
