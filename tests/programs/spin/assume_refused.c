// heddle: --strategy=dpor
// expect: complete says="no test got through the assumptions"
// heddle: --strategy=unfolding
// expect: complete
// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=exhaustive
// expect: complete
// heddle: --strategy=auto
// expect: complete
//
// A thread that waits for an assumption which never comes true is stopped there, and it is no mistake: neither that it
// holds the lock for which another one waits, nor that a third one waits for its signal in a loop, nor that `main`
// waits for its end.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, flag;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* assumes(void* unused) {
  pthread_mutex_lock(&m);
  heddle_assume(atomic_load(&x) == 3);
  pthread_mutex_unlock(&m);
  atomic_store(&flag, 1);
  return unused;
}
static void* locks(void* unused) {
  atomic_store(&x, 1);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}
static void* waits(void* unused) {
  while (atomic_load(&flag) == 0) {
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, assumes, NULL);
  pthread_create(&threads[1], NULL, locks, NULL);
  pthread_create(&threads[2], NULL, waits, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  return 0;
}
