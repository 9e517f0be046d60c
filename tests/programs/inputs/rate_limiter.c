// heddle: --flags=-DWRONG
// expect: bug kind=assertion where=@
// heddle:
// expect: complete
//
// Threads × inputs: tokens of a rate limiter. Each request costs what its input says, and is refused if there are too few.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int tokens = 10;
static _Atomic int granted;

static int acquire(int cost) {
#ifdef WRONG
  if (atomic_load(&tokens) < cost) return 0;
  atomic_fetch_sub(&tokens, cost);
  return 1;
#else
  int seen = atomic_load(&tokens);
  while (seen >= cost) {
    if (atomic_compare_exchange_strong(&tokens, &seen, seen - cost)) return 1;
  }
  return 0;
#endif
}

static void* request(void* cost) {
  if (acquire(*(int*)cost)) atomic_fetch_add(&granted, *(int*)cost);
  return NULL;
}

int main(void) {
  int first = heddle_range("first", 1, 100), second = heddle_range("second", 1, 100);
  pthread_t thread;
  pthread_create(&thread, NULL, request, &second);
  request(&first);
  pthread_join(thread, NULL);
  assert(granted <= 10);  // @
  assert(granted + tokens == 10);
  return 0;
}
