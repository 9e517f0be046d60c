// One object, created by whoever comes first; its content is set twice.
#include "threads.h"
static atomic_int made;
static atomic_int content;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void* maker(void* unused) {
  pthread_mutex_lock(&lock);
  if (!atomic_load(&made)) atomic_store(&made, 1);
  pthread_mutex_unlock(&lock);
  atomic_store(&content, 'X');
  return unused;
}
static void* other(void* unused) {
  pthread_mutex_lock(&lock);
  if (!atomic_load(&made)) atomic_store(&made, 1);
  pthread_mutex_unlock(&lock);
  atomic_store(&content, 'Y');
  const int seen = atomic_load(&content);
  assert(seen == 'X' || seen == 'Y');
  return unused;
}
RUN(maker, maker, other)
