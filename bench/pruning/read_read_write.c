// Two readers and a writer of the same variable, each with a lock of its own.
#include "threads.h"
static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER, second_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;
static void* reader(void* unused) {
  pthread_mutex_lock(&first_lock);
  const int a = atomic_load(&x);
  const int b = atomic_load(&x);
  atomic_fetch_add(&y, 1);
  assert(a <= b);
  pthread_mutex_unlock(&first_lock);
  return unused;
}
static void* other_reader(void* unused) {
  pthread_mutex_lock(&second_lock);
  const int a = atomic_load(&x);
  atomic_fetch_add(&y, a);
  pthread_mutex_unlock(&second_lock);
  return unused;
}
static void* writer(void* unused) {
  atomic_store(&x, 1);
  atomic_store(&x, 2);
  return unused;
}
RUN(reader, other_reader, writer)
