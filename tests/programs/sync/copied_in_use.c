// Objects that are copied while they are in use: the copy is not an object.
// heddle: -- 1
// expect: bug kind=sync-misuse
// heddle: --strategy=dpor -- 2
// expect: bug kind=sync-misuse
// heddle: --strategy=unfolding -- 3
// expect: bug kind=sync-misuse
// heddle: -- 4
// expect: bug kind=sync-misuse
// heddle: -- 5
// expect: bug kind=data-race
// heddle: --strategy=dpor -- 5
// expect: bug kind=data-race
// heddle: -- 0
// expect: complete
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static int which;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t semaphore;

static void* lock(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void lock_copies(pthread_mutex_t m, pthread_rwlock_t rw) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_rwlock_wrlock(&rw);
  pthread_rwlock_unlock(&rw);
}

int main(int count, char** arguments) {
  (void)count;
  which = atoi(arguments[1]);
  pthread_t thread;
  sem_init(&semaphore, 0, 1);
  pthread_barrier_init(&barrier, NULL, 1);
  if (which == 1) pthread_mutex_lock(&mutex);
  if (which == 2) pthread_rwlock_rdlock(&rwlock);
  sem_t counter = semaphore;
  if (which == 3) sem_post(&counter);
  pthread_barrier_t other = barrier;
  if (which == 4) pthread_barrier_wait(&other);
  if (which == 1 || which == 2) lock_copies(mutex, rwlock);
  pthread_create(&thread, NULL, lock, NULL);
  if (which != 5) pthread_join(thread, NULL);
  lock_copies(mutex, rwlock);
  if (which == 5) pthread_join(thread, NULL);
}
