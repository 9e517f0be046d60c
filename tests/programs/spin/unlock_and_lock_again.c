// heddle: --strategy=dpor --keep-going
// expect: bug kind=assertion where=@
// expect: bug kind=livelock
// heddle: --strategy=contextual --keep-going
// expect: bug kind=assertion where=@
//
// A loop that lets others in has waited in vain only if nobody came: this one is seen waiting, and then gets what it
// waits for. If the other one comes first, nobody ever does.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int waiting, ready;

static void* answer(void* unused) {
  pthread_mutex_lock(&lock);
  if (waiting) ready = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, answer, NULL);
  pthread_mutex_lock(&lock);
  waiting = 1;
  while (!ready) {
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
  }
  assert(0);  // @
  return 0;
}
