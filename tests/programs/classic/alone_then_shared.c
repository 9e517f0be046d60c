// heddle: --strategy=dpor
// expect: bug kind=data-race where=@
// heddle: --strategy=contextual
// expect: bug kind=data-race where=@
// heddle: --strategy=contextual --visible=shared
// expect: bug kind=data-race where=@
//
// What main does while it is alone races with nobody, and hides no race of those that come after it.
#include <pthread.h>
#include <stdlib.h>

static int* numbers;

static void* worker(void* unused) {
  numbers[7] += 1;  // @
  return unused;
}

int main(void) {
  numbers = malloc(16 * sizeof *numbers);
  for (int i = 0; i < 16; ++i) numbers[i] = i;
  pthread_t threads[2];
  pthread_create(&threads[0], 0, worker, 0);
  pthread_join(threads[0], 0);
  for (int i = 0; i < 16; ++i) numbers[i] += numbers[15 - i];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return numbers[7] == 0;
}
