// heddle: --strategy=dpor --keep-going -D TIMED=0
// expect: bug kind=assertion where=@
// expect: bug kind=livelock
// heddle: --strategy=contextual --keep-going -D TIMED=0
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --keep-going -D TIMED=1
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual --keep-going -D TIMED=1
// expect: bug kind=assertion where=@
//
// A loop that lets others in has waited in vain only if nobody came: this one is seen waiting, and then gets what it
// waits for. If the other one comes first, nobody ever does. The same if time runs out in a wait during which another
// thread has had the mutex: the next iteration is a different one.
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

static void unlock_and_lock_again(void) {
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
}

int main(void) {
  const struct timespec soon = {5, 0};
  pthread_t thread;
  pthread_create(&thread, NULL, answer, NULL);
  pthread_mutex_lock(&lock);
  waiting = 1;
#if TIMED
  while (!ready) pthread_cond_timedwait(&changed, &lock, &soon);
#else
  (void)changed, (void)soon;
  while (!ready) unlock_and_lock_again();
#endif
  assert(0);  // @
  return 0;
}
