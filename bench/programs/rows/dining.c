// THREADS philosophers eat ROUNDS times; all take the left fork first, so that they can starve.
#include "threads.h"

static pthread_mutex_t forks[THREADS];

static void* eat(void* me) {
  pthread_mutex_t* left = &forks[(long)me];
  pthread_mutex_t* right = &forks[((long)me + 1) % THREADS];
  for (int i = 0; i < ROUNDS; ++i) {
    pthread_mutex_lock(left);
    pthread_mutex_lock(right);
    pthread_mutex_unlock(right);
    pthread_mutex_unlock(left);
  }
  return 0;
}

int main(void) {
  for (int i = 0; i < THREADS; ++i) pthread_mutex_init(&forks[i], 0);
  run_threads(THREADS, eat);
}
