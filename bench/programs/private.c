// Two threads each fill an array of their own, ten times.
#include <pthread.h>

static volatile int array[2][256];

static void* fill(void* argument) {
  volatile int* const mine = array[(long)argument];
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 256; ++i) mine[i] += i;
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  for (long i = 0; i < 2; ++i) pthread_create(&thread, NULL, fill, (void*)i);
  return 0;
}
