// heddle: --keep-going --strategy=dpor
// expect: bug kind=use-after-free where=@
// heddle: --keep-going --strategy=contextual
// expect: bug kind=use-after-free where=@
// heddle: --keep-going --strategy=unfolding
// expect: bug kind=use-after-free where=@
//
// The first block of a thread has another size when another thread came first. What follows the smaller one belongs
// to others.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int large;
static char* shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* make(void* unused) {
  const size_t size = large ? 100 : 20;
  char* mine = malloc(size);
  char* other = malloc(8);
  memset(mine, 1, size);
  pthread_mutex_lock(&lock);
  shared = mine;
  pthread_mutex_unlock(&lock);
  mine[0] = 2;  // @
  free(other);
  return unused;
}

static void* take(void* unused) {
  large = 1;
  pthread_mutex_lock(&lock);
  free(shared);
  shared = NULL;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, make, NULL);
  pthread_create(&threads[1], NULL, take, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  free(shared);
}
