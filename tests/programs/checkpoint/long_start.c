// A long start, which runs once: the tests are the same with and without.
// heddle: --strategy=dpor
// expect: complete traces=70
// heddle: --strategy=dpor --always-checkpoint
// expect: complete traces=70
// heddle: --strategy=dpor --no-checkpoint
// expect: complete traces=70
// heddle: --always-checkpoint
// expect: complete
// heddle: --strategy=dpor --always-checkpoint --visible=shared
// expect: complete traces=70
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
unsigned sink;

void* add(void* unused) {
  for (int i = 0; i < 4; ++i) {
    if (x++ > 7) break;
  }
  return unused;
}

int main(void) {
  unsigned number = 1;
  for (int i = 0; i < 300000; ++i) number = number * 1664525 + 1013904223;
  sink = number;
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
