// heddle: --strategy=dpor --visible=shared --no-races --keep-going -D N=5
// expect: complete traces=32
//
// N pairs of threads: one reads, one writes their own variable.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 5
#endif
#ifndef SHARED
#define SHARED
#endif

static SHARED int x[N];

static void* reader(void* argument) {
  int a = x[(intptr_t)argument];
  (void)a;
  return NULL;
}

static void* writer(void* argument) {
  x[(intptr_t)argument] = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  for (intptr_t i = 0; i < N; ++i) pthread_create(&thread, NULL, reader, (void*)i);
  for (intptr_t i = 0; i < N; ++i) pthread_create(&thread, NULL, writer, (void*)i);
  pthread_exit(NULL);
}
