// The program ends before it has created a thread; or it has no checkpoint, since runs have processes of their own.
// heddle: --always-checkpoint
// expect: complete tests=1
// heddle: --always-checkpoint -D CHANGES=1
// expect: complete
#include <pthread.h>
#include <stdlib.h>

#ifndef CHANGES
#define CHANGES 0
#endif

void* look(void* unused) { return getenv("CHANGED") != NULL ? unused : NULL; }

int main(void) {
  if (!CHANGES) return 0;
  setenv("CHANGED", "yes", 1);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, look, &threads[i]);
  for (int i = 0; i < 2; ++i) {
    void* seen = NULL;
    pthread_join(threads[i], &seen);
    if (seen != &threads[i]) abort();
  }
}
