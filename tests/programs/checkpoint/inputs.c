// Inputs and choices before and after the long part of the start: a test with other answers starts from the beginning.
// heddle: --always-checkpoint
// expect: bug kind=assertion where=@
// heddle: --always-checkpoint --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --always-checkpoint -D NEVER=1
// expect: complete
// heddle: --no-checkpoint -D NEVER=1
// expect: complete
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

#ifndef NEVER
#define NEVER 0
#endif

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int sum;
int last;

void* add(void* number) {
  pthread_mutex_lock(&lock);
  sum += *(int*)number;
  last = *(int*)number;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  int first = heddle_range("first", 0, 100);
  volatile unsigned work = 0;
  for (int i = 0; i < 1000; ++i) work += i;
  int second = heddle_range("second", 0, 100);
  const unsigned choice = heddle_choice(3);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, add, &first);
  pthread_create(&threads[1], NULL, add, &second);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(NEVER || sum != 77 || last != 70 || choice != 2);  // @
}
