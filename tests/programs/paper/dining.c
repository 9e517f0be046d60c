// heddle: --strategy=dpor --keep-going -D N=3
// expect: bug kind=deadlock traces=106 deadlocks=16
//
// N philosophers who eat twice, all left-handed.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t forks[N];  // zeros are unlocked mutexes

static void* philosopher(void* argument) {
  int left = (int)(intptr_t)argument;
  int right = (left + 1) % N;
  for (int round = 0; round < 2; ++round) {
    pthread_mutex_lock(&forks[left]);
    pthread_mutex_lock(&forks[right]);
    pthread_mutex_unlock(&forks[right]);
    pthread_mutex_unlock(&forks[left]);
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  for (intptr_t i = 0; i < N; ++i) pthread_create(&thread, NULL, philosopher, (void*)i);
  pthread_exit(NULL);
}
