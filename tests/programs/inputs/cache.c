// heddle: --flags=-DWRONG
// expect: bug kind=assertion where=@
// heddle:
// expect: complete
//
// Threads × inputs: a cache with one entry for each bucket. Keys are inputs; only two keys of one bucket, written at the same
// time, mix the key of one with the value of the other.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static _Atomic unsigned keys[2], values[2];

static void put(unsigned key) {
  const unsigned bucket = key % 2;
#ifndef WRONG
  pthread_mutex_lock(&locks[bucket]);
#endif
  keys[bucket] = key;
  values[bucket] = key * 3;
#ifndef WRONG
  pthread_mutex_unlock(&locks[bucket]);
#endif
}

static void* put_other(void* key) {
  put(*(unsigned*)key);
  return NULL;
}

int main(void) {
  unsigned first = heddle_uint32("first"), second = heddle_uint32("second");
  pthread_t thread;
  pthread_create(&thread, NULL, put_other, &second);
  put(first);
  pthread_join(thread, NULL);
  for (unsigned b = 0; b < 2; ++b) assert(values[b] == keys[b] * 3);  // @
  return 0;
}
