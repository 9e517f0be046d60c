// heddle: --strategy=dpor --visible=shared --keep-going -D T=4 -D S=2
// expect: complete traces=2520
//
// T threads with S critical sections each, on one lock and one variable.
#include <pthread.h>
#include <stddef.h>

#ifndef T
#define T 4
#endif
#ifndef S
#define S 2
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int v;

static void* increment(void* unused) {
  for (int s = 0; s < S; ++s) {
    pthread_mutex_lock(&m);
    v = v + 1;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < T; ++i) pthread_create(&thread, NULL, increment, NULL);
  pthread_exit(NULL);
}
