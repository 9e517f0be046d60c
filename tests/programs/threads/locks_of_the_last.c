// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=unfolding
// expect: complete
// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=dpor-1
// expect: complete
//
// Locks, read locks and semaphores know threads of any number; a thread may hold many read locks.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

enum { kIdle = 70, kReads = 20 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t done;
static int count;

static void* nothing(void* unused) { return unused; }

static void* add(void* unused) {
  for (int i = 0; i < kReads; ++i) assert(pthread_rwlock_rdlock(&rwlock) == 0);
  for (int i = 0; i < kReads; ++i) pthread_rwlock_unlock(&rwlock);
  pthread_mutex_lock(&mutex);
  ++count;
  pthread_mutex_unlock(&mutex);
  sem_post(&done);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&done, 0, 0);
  for (int i = 0; i < kIdle; ++i) pthread_create(&thread, NULL, nothing, NULL);
  pthread_create(&thread, NULL, add, NULL);
  pthread_mutex_lock(&mutex);
  ++count;
  pthread_mutex_unlock(&mutex);
  sem_wait(&done);
  pthread_join(thread, NULL);
  assert(count == 2);
  return 0;
}
