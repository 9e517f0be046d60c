// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=unfolding
// expect: complete
// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=exhaustive
// expect: complete
//
// main returns while background threads wait for work: for a semaphore, a condition, the others at a barrier, a lock that
// main keeps, the end of main. They end with the program; that is not a deadlock.
#include <pthread.h>
#include <semaphore.h>

static sem_t work;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t kept = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_t first;

static void* wait_for_work(void* unused) {
  sem_wait(&work);
  return unused;
}

static void* wait_for_signal(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* wait_for_others(void* unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}

static void* wait_for_lock(void* unused) {
  pthread_mutex_lock(&kept);
  return unused;
}

static void* wait_for_main(void* unused) {
  pthread_join(first, NULL);
  return unused;
}

int main(void) {
  void* (*functions[])(void*) = {wait_for_work, wait_for_signal, wait_for_others, wait_for_lock, wait_for_main};
  sem_init(&work, 0, 0);
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_mutex_lock(&kept);
  first = pthread_self();
  for (int i = 0; i < 5; ++i) {
    pthread_t thread;
    pthread_create(&thread, NULL, functions[i], NULL);
    if (i != 0) pthread_detach(thread);
  }
  return 0;
}
