// heddle: --strategy=contextual --keep-going
// expect: bug kind=sync-misuse
// heddle: --strategy=dpor --keep-going
// expect: bug kind=sync-misuse
// heddle: --strategy=contextual --keep-going --flags=-DREADERS
// expect: bug kind=sync-misuse
// heddle: --strategy=dpor --keep-going --flags=-DREADERS
// expect: bug kind=sync-misuse
//
// Two threads lock what a third one destroys: the one that comes too late stops with the lock, which stays the same lock
// for the other one.
#include <pthread.h>

#ifdef READERS
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
#define acquire pthread_rwlock_wrlock
#define release pthread_rwlock_unlock
#define destroy pthread_rwlock_destroy
#else
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define acquire pthread_mutex_lock
#define release pthread_mutex_unlock
#define destroy pthread_mutex_destroy
#endif

static void* worker(void* unused) {
  acquire(&lock);
  release(&lock);
  acquire(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  destroy(&lock);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
