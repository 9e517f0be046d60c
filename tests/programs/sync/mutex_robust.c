// limit: Robust ones are left to the next thread.
// heddle: --strategy=contextual -- 1
// expect: complete
// heddle: --strategy=dpor -- 1
// expect: complete
// heddle: -- 2
// expect: complete
// heddle: -- 3
// expect: complete
//
// A thread that ends with a robust mutex leaves it to the next one, which is told so, may mark it consistent, and
// must not release it otherwise.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static int which;

static pthread_mutex_t mutex;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void* leave(void* unused) {
  if (pthread_mutex_lock(&mutex) == EOWNERDEAD) pthread_mutex_consistent(&mutex);
  pthread_cond_signal(&changed);
  return unused;
}

// In every order, whoever is not the first is told.
static void two_leave(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, leave, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(pthread_mutex_trylock(&mutex) == EOWNERDEAD);
  assert(pthread_mutex_consistent(&mutex) == 0);
  assert(pthread_mutex_consistent(&mutex) == EINVAL);
  pthread_mutex_unlock(&mutex);
  assert(pthread_mutex_lock(&mutex) == 0);
}

static void not_recovered(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, leave, NULL);
  pthread_join(thread, NULL);
  assert(pthread_mutex_lock(&mutex) == EOWNERDEAD);
  pthread_mutex_unlock(&mutex);
  assert(pthread_mutex_lock(&mutex) == ENOTRECOVERABLE);
  assert(pthread_mutex_trylock(&mutex) == ENOTRECOVERABLE);
}

static void woken(void) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, leave, NULL);
  assert(pthread_cond_wait(&changed, &mutex) == EOWNERDEAD);
  pthread_mutex_consistent(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
}

int main(int count, char** arguments) {
  (void)count;
  which = atoi(arguments[1]);
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attributes);
  switch (which) {
    case 1: two_leave(); break;
    case 2: not_recovered(); break;
    case 3: woken(); break;
  }
  return 0;
}
