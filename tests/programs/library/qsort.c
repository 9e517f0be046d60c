// heddle: --strategy=dpor
// expect: complete traces=2
//
// The C library calls back into the program, which takes steps there.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int compared;

static int compare(const void* a, const void* b) {
  pthread_mutex_lock(&mutex);
  ++compared;
  pthread_mutex_unlock(&mutex);
  return *(const int*)a - *(const int*)b;
}

static void* sort(void* unused) {
  int numbers[2] = {2, 1};
  qsort(numbers, 2, sizeof numbers[0], compare);
  assert(numbers[0] == 1 && numbers[1] == 2);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sort, NULL);
  pthread_create(&b, NULL, sort, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(compared == 2);
  return 0;
}
