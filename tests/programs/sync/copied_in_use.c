// Objects that are copied while they are in use: the copy is not an object.
// heddle: -D CASE=1
// expect: bug kind=sync-misuse
// heddle: -D CASE=2 --strategy=dpor
// expect: bug kind=sync-misuse
// heddle: -D CASE=3 --strategy=unfolding
// expect: bug kind=sync-misuse
// heddle: -D CASE=4
// expect: bug kind=sync-misuse
// heddle: -D CASE=5
// expect: bug kind=data-race
// heddle: -D CASE=5 --strategy=dpor
// expect: bug kind=data-race
// heddle: -D CASE=0
// expect: complete
#include <pthread.h>
#include <semaphore.h>

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

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 1);
  pthread_barrier_init(&barrier, NULL, 1);
  if (CASE == 1) pthread_mutex_lock(&mutex);
  if (CASE == 2) pthread_rwlock_rdlock(&rwlock);
  sem_t counter = semaphore;
  if (CASE == 3) sem_post(&counter);
  pthread_barrier_t other = barrier;
  if (CASE == 4) pthread_barrier_wait(&other);
  if (CASE == 1 || CASE == 2) lock_copies(mutex, rwlock);
  pthread_create(&thread, NULL, lock, NULL);
  if (CASE != 5) pthread_join(thread, NULL);
  lock_copies(mutex, rwlock);
  if (CASE == 5) pthread_join(thread, NULL);
}
