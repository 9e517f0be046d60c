// heddle: --strategy=con2colic
// expect: bug kind=assertion where=@
// heddle: --strategy=con2colic -D MENDED=1
// expect: complete
//
// Of the kind of aget: two threads fetch the two halves of a file, in parts whose sizes come from the network, and add
// what they have written to one counter; the last one finishes the file. Without the lock an addition is lost, and the
// file is never finished.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef MENDED
#define MENDED 0
#endif

enum { kHalf = 4 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int written;
static atomic_int ended;  // threads
static atomic_bool finished;

static void add(int size) {
  if (MENDED) pthread_mutex_lock(&mutex);
  const int before = atomic_load(&written);
  atomic_store(&written, before + size);
  if (before + size == 2 * kHalf) atomic_store(&finished, true);
  if (MENDED) pthread_mutex_unlock(&mutex);
}

static void* fetch(void* argument) {
  const int size = heddle_int("size");
  heddle_assume(size > 0 && size <= kHalf);
  add(size);
  if (size < kHalf) add(kHalf - size);
  if (atomic_fetch_add(&ended, 1) == 1) assert(atomic_load(&finished));  // @
  return argument;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, fetch, NULL);
  pthread_exit(NULL);
}
