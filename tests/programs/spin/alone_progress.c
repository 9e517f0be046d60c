// heddle: --strategy=dpor
// expect: complete traces=2
// heddle: --strategy=contextual
// expect: complete
//
// Loops that carry nothing from iteration to iteration except what they write to memory: they do not wait, although
// these writes are not announced while main is alone, before the threads and after them.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void count_to(int* at, int most) {
  while (*at < most) ++*at;
}

static void* worker(void* unused) {
  pthread_mutex_lock(&lock);
  ++counter;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  int* mine = calloc(1, sizeof *mine);
  count_to(&counter, 10000);
  count_to(mine, 10000);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  count_to(&counter, 20000);
  count_to(mine, counter);
  assert(*mine == 20000);
  free(mine);
  return 0;
}
