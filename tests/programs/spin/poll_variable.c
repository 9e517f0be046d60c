// heddle: --strategy=dpor
// expect: complete traces=1
// heddle: --strategy=contextual
// expect: complete
//
// What is read before the loop and again in every iteration is dead after the test: each iteration does the same, and
// the thread waits with its first look for what ends the loop.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int left = 8;

static void* count_down(void* unused) {
  for (int i = 7; i >= 0; --i) left = i;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, count_down, NULL);
  int seen = left;
  while (seen) seen = left;
  return 0;
}
