// heddle: --strategy=dpor --keep-going
// expect: bug kind=deadlock traces=106 deadlocks=16
// heddle: --strategy=contextual --keep-going
// expect: bug kind=deadlock
//
// Three dining philosophers, two rounds each: 106 traces, 16 of which deadlock.
#include <pthread.h>

enum { kPhilosophers = 3, kRounds = 2 };
static pthread_mutex_t fork_[kPhilosophers] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                               PTHREAD_MUTEX_INITIALIZER};

static void* dine(void* argument) {
  int left = *(int*)argument;
  int right = (left + 1) % kPhilosophers;
  for (int round = 0; round < kRounds; ++round) {
    pthread_mutex_lock(&fork_[left]);
    pthread_mutex_lock(&fork_[right]);
    pthread_mutex_unlock(&fork_[right]);
    pthread_mutex_unlock(&fork_[left]);
  }
  return argument;
}

int main(void) {
  int ids[kPhilosophers] = {0, 1, 2};
  pthread_t threads[kPhilosophers];
  for (int i = 0; i < kPhilosophers; ++i) pthread_create(&threads[i], NULL, dine, &ids[i]);
  for (int i = 0; i < kPhilosophers; ++i) pthread_join(threads[i], NULL);
  return 0;
}
