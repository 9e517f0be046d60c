// heddle: --strategy=dpor --visible=shared --no-races --keep-going -D N=5
// expect: complete traces=64
//
// One thread searches the last zero in an array that N others change.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 5
#endif
#ifndef SHARED
#define SHARED
#endif

static SHARED int a[N + 1];

static void* search(void* unused) {
  int i = N;
  while (a[i] != 0) --i;
  return unused;
}

static void* change(void* argument) {
  intptr_t j = (intptr_t)argument;
  int before = a[j - 1];
  a[j] = before + 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, search, NULL);
  for (intptr_t j = 1; j <= N; ++j) pthread_create(&thread, NULL, change, (void*)j);
  pthread_exit(NULL);
}
