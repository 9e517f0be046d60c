// heddle: --strategy=dpor --visible=shared --no-races --keep-going -D N=3
// expect: complete traces=1698
// heddle: --strategy=unfolding --visible=shared --no-races --keep-going -D N=3
// expect: complete tests=1698 events=7128
// heddle: --strategy=dpor --keep-going -D N=3 --flags=-DSHARED=_Atomic
// expect: complete traces=1698
//
// Two threads that add to each other's variable N times, a third one that reads both.
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif
#ifndef SHARED
#define SHARED
#endif

static SHARED int x = 1, y = 1;

static void* first(void* unused) {
  for (int i = 0; i < N; ++i) {
    int a = x;
    int b = y;
    x = a + b;
  }
  return unused;
}

static void* second(void* unused) {
  for (int i = 0; i < N; ++i) {
    int b = y;
    int a = x;
    y = b + a;
  }
  return unused;
}

static void* third(void* unused) {
  int a = x;
  int b = y;
  (void)a, (void)b;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, first, NULL);
  pthread_create(&thread, NULL, second, NULL);
  pthread_create(&thread, NULL, third, NULL);
  pthread_exit(NULL);
}
