// THREADS threads, ROUNDS critical sections each, on one lock; with -DOWN_CELLS each thread has data of its own.
#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int cells[16];

static void* add(void* me) {
  for (int i = 0; i < ROUNDS; ++i) {
    pthread_mutex_lock(&mutex);
#ifdef OWN_CELLS
    ++cells[(long)me];
#else
    ++cells[0];
#endif
    pthread_mutex_unlock(&mutex);
  }
  return me;
}

int main(void) {
#ifdef INITIALISE  // Nidhugg takes what is initialised where it is declared for uninitialised
  pthread_mutex_init(&mutex, 0);
#endif
  run_threads(THREADS, add);
}
