// An array that THREADS threads split among themselves: each works on its part of N elements for ROUNDS rounds, without
// a step in between. With HEAP it is a block, else a global variable.
#include <pthread.h>
#include <stdlib.h>
#ifndef THREADS
#define THREADS 2
#endif
#ifndef N
#define N 4096
#endif
#ifndef ROUNDS
#define ROUNDS 8000
#endif
#ifndef TYPE
#define TYPE unsigned
#endif

#ifdef HEAP
static TYPE* array;
#else
static TYPE array[THREADS * N];
#endif
static TYPE sums[THREADS][16];

static void* work(void* argument) {
  const long id = (long)argument;
  TYPE* const mine = array + id * N;
  TYPE z = (TYPE)id;
  for (int round = 0; round < ROUNDS; ++round) {
    for (int i = 1; i < N; ++i) {
      mine[i] = (mine[i] - z) * 1664525U + mine[i - 1];
      z += mine[(i * 7) & (N - 1)];
    }
  }
  sums[id][0] = z;
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
#ifdef HEAP
  array = calloc(THREADS * N, sizeof *array);
#endif
  for (long i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, work, (void*)i);
  TYPE sum = 0;
  for (long i = 0; i < THREADS; ++i) {
    pthread_join(threads[i], NULL);
    sum += sums[i][0];
  }
  return sum == 1;
}
