// limit: No spurious wake-ups unless `--spurious`
// heddle:
// expect: complete assuming="no spurious wake-ups (--spurious)"
// heddle: --spurious
// expect: bug kind=assertion where=@
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void* set(void* unused) {
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  pthread_mutex_lock(&lock);
  if (!ready) pthread_cond_wait(&changed, &lock);
  assert(ready);  // @
  pthread_mutex_unlock(&lock);
  return 0;
}
