// limit: join if the thread has ended; otherwise, with a timeout, the clock advances to that time
// heddle: --keep-going
// expect: bug kind=assertion where=@
// heddle: --keep-going --strategy=exhaustive
// expect: bug kind=assertion where=@ traces=5
// heddle: --keep-going --strategy=dpor
// expect: bug kind=assertion where=@ traces=5
// heddle: --keep-going --strategy=dpor-1
// expect: bug kind=assertion where=@
// heddle: --keep-going --strategy=dpor-2
// expect: bug kind=assertion where=@
// heddle: --keep-going --strategy=unfolding
// expect: bug kind=assertion where=@
// heddle: --isolation=fork
// expect: bug kind=assertion where=@
//
// Joins the thread if it has ended. The three moments of the thread (before its step, before its end, after it) are
// seen by two looks.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* work(void* argument) {
  x = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  void* result = 0;
  pthread_create(&thread, 0, work, &thread);
  const int first = pthread_tryjoin_np(thread, &result);
  if (first == 0) {
    assert(x == 1 && result == &thread);
    return 0;
  }
  assert(first == EBUSY && result == 0);
  const int seen = x;
  if (pthread_tryjoin_np(thread, &result) == 0) {
    assert(seen == 1);  // @
    return 0;
  }
  pthread_join(thread, &result);
  assert(result == &thread);
  return 0;
}
