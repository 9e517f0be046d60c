// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=dpor --flags=-O2
// expect: complete

// Arrays of variable length that live as long as others use them.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static int* shared;
static sem_t ready, done;

static void* lender(void* length) {
  for (int turn = 1; turn <= 2; ++turn) {
    int array[turn * (long)length];
    array[0] = turn;
    shared = array;
    sem_post(&ready);
    sem_wait(&done);
    assert(array[0] == turn + 1);
  }
  return 0;
}

int main(void) {
  sem_init(&ready, 0, 0);
  sem_init(&done, 0, 0);
  pthread_t thread;
  pthread_create(&thread, 0, lender, (void*)3);
  for (int turn = 1; turn <= 2; ++turn) {
    sem_wait(&ready);
    ++*shared;
    sem_post(&done);
  }
  pthread_join(thread, 0);
}
