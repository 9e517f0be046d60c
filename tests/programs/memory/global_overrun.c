// heddle: --strategy=contextual
// expect: bug kind=out-of-range where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=out-of-range where=@

// A pointer into a global array goes one too far; what follows it is another variable.

#include <pthread.h>

static int table[5];
static int other[5] = {7, 7, 7, 7, 7};

static int sum(const int* from, int count) {
  int result = 0;
  for (int i = 0; i <= count; ++i) {
    result += from[i];  // @
  }
  return result;
}

static void* worker(void* unused) {
  (void)unused;
  return (void*)(long)sum(table, 5);
}

int main(void) {
  pthread_t thread;
  other[0] = 1;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
