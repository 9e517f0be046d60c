// heddle: --flags=-DSHARED
// expect: bug kind=assertion where=@
// heddle: --flags=-DNESTED
// expect: bug kind=deadlock
// heddle: --flags=-DKEPT
// expect: bug kind=deadlock
// heddle: --flags=-DTRIED
// expect: bug kind=assertion where=@
// heddle: --flags=-DPUBLISHED
// expect: bug kind=data-race
// heddle: --flags=-DATOMIC
// expect: bug kind=assertion where=@
// heddle: --flags=-DFREED
// expect: bug kind=use-after-free
// heddle: --flags=-DDESTROYED
// expect: bug kind=sync-misuse
// heddle: --flags=-DPOLLED
// expect: complete
//
// Each of these locks orders something, in another way; what would be missed if it did not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int shared, result;
static atomic_int flag;
static int* block;

static void* first(void* unused) {
  pthread_mutex_lock(&a);
#if defined SHARED || defined POLLED
  shared = 1;
#elif defined NESTED
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
#elif defined KEPT
  return unused;
#elif defined ATOMIC
  flag = 1;
  flag = 0;
#elif defined FREED
  free(block);
#endif
  pthread_mutex_unlock(&a);
#ifdef PUBLISHED
  shared = 1;
#endif
  return unused;
}

static void* second(void* unused) {
#if defined NESTED
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
#elif defined TRIED
  if (pthread_mutex_trylock(&a) == 0) {
    pthread_mutex_unlock(&a);
  } else {
    result = 1;
  }
#elif defined ATOMIC
  result = flag;
#elif defined POLLED
  for (;;) {
    pthread_mutex_lock(&a);
    int done = shared;
    pthread_mutex_unlock(&a);
    if (done) break;
  }
#elif defined DESTROYED
  pthread_mutex_destroy(&a);
#else
  pthread_mutex_lock(&a);
#ifdef SHARED
  result = shared;
#elif defined FREED
  *block = 1;
#endif
  pthread_mutex_unlock(&a);
#ifdef PUBLISHED
  result = shared;
#endif
#endif
  return unused;
}

int main(void) {
  block = malloc(sizeof *block);
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(result == 0);  // @
  return 0;
}
