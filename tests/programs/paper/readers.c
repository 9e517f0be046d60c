// heddle: --strategy=dpor --visible=shared --no-races --keep-going -D N=8
// expect: complete traces=256
// heddle: --strategy=contextual --visible=shared --no-races --keep-going -D N=8
// expect: complete tests=2 events=26
//
// N threads read a variable that one writes.
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 8
#endif
#ifndef SHARED
#define SHARED
#endif

static SHARED int x;

static void* reader(void* unused) {
  int a = x;
  (void)a;
  return unused;
}

static void* writer(void* unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < N; ++i) pthread_create(&thread, NULL, reader, NULL);
  pthread_create(&thread, NULL, writer, NULL);
  pthread_exit(NULL);
}
