// heddle: --strategy=dpor
// expect: complete traces=2
//
// The kinds of mutexes: a recursive one can be locked again by its holder, which is not a step; an error-checking one
// says EDEADLK and EPERM.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int depth;

static void enter(int levels) {
  pthread_mutex_lock(&recursive);
  assert(++depth == levels);
  if (levels < 3) enter(levels + 1);
  --depth;
  pthread_mutex_unlock(&recursive);
}

static void* work(void* unused) {
  enter(1);
  return unused;
}

int main(void) {
  pthread_mutex_t checking;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&checking, &attributes);
  assert(pthread_mutex_unlock(&checking) == EPERM);
  assert(pthread_mutex_lock(&checking) == 0);
  assert(pthread_mutex_lock(&checking) == EDEADLK);
  assert(pthread_mutex_unlock(&checking) == 0);
  assert(pthread_mutex_destroy(&checking) == 0);

  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
