// An object that is initialised again, or overwritten, while others use it.
// heddle: --strategy=dpor -- 1
// expect: bug kind=data-race
// heddle: -- 2
// expect: bug kind=data-race
// heddle: -- 3
// expect: bug kind=data-race
// heddle: --strategy=unfolding -- 4
// expect: bug kind=data-race
// heddle: -- 5
// expect: bug kind=data-race
// heddle: -- 6
// expect: bug kind=data-race
// heddle: -- 0
// expect: complete
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static int chosen_case;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t semaphore;
static pthread_spinlock_t spin;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;

static void* use(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  sem_post(&semaphore);
  pthread_spin_lock(&spin);
  pthread_spin_unlock(&spin);
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  return unused;
}

static void make(int which) {
  const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
  if (which == 1) pthread_mutex_init(&mutex, NULL);
  if (which == 2) memset(&mutex, 0, sizeof mutex);
  if (which == 3) mutex = fresh;
  if (which == 4 && chosen_case == 0) sem_destroy(&semaphore);
  if (which == 4) sem_init(&semaphore, 0, 0);
  if (which == 5) *(int*)&spin = 0;
  if (which == 6) pthread_rwlock_init(&rwlock, NULL);
}

int main(int count, char** arguments) {
  (void)count;
  chosen_case = atoi(arguments[1]);
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_spin_init(&spin, 0);
  pthread_create(&thread, NULL, use, NULL);
  if (chosen_case == 0) pthread_join(thread, NULL);
  for (int i = 1; i <= 6; ++i) {
    if (chosen_case == 0 || chosen_case == i) make(i);
  }
  if (chosen_case == 0) pthread_create(&thread, NULL, use, NULL);
  pthread_join(thread, NULL);
  return 0;
}
