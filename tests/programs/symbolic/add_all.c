// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor-1
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --flags=-DTHREADS=1
// expect: complete
//
// Con2colic testing (ESEC/FSE 2013), Fig. 2: the number of elements is read before the lock is taken, so the room that
// was made may be too small. That needs an input and a schedule.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif

static atomic_int count;
static int size = 2;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* add_all(void* unused) {
  const int more = heddle_range("more", 0, 1000);
  const int needed = atomic_load(&count) + more;
  pthread_mutex_lock(&mutex);
  if (needed > size) size = needed;
  const int now = atomic_load(&count);
  assert(size >= now + more); // @
  atomic_store(&count, now + more);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, add_all, 0);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  return 0;
}
