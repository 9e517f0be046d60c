// heddle: --strategy=con2colic --keep-going
// expect: bug kind=assertion where=@
// heddle: --strategy=con2colic --keep-going -D MENDED=1
// expect: complete
//
// After the driver for bluetooth of Qadeer and Wu (KISS, 2004): a request looks whether the driver is about to stop before it
// counts itself, so the driver may stop between the two.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef MENDED
#define MENDED 0
#endif

static atomic_int pending = 1;  // requests, and one for the driver itself
static atomic_bool stopping;
static atomic_bool idle;  // the event for which the driver waits
static atomic_bool stopped;

static void leave(void) {
  if (atomic_fetch_sub(&pending, 1) == 1) atomic_store(&idle, true);
}

static bool enter(void) {
  if (MENDED) atomic_fetch_add(&pending, 1);
  if (atomic_load(&stopping)) {
    if (MENDED) leave();
    return false;
  }
  if (!MENDED) atomic_fetch_add(&pending, 1);
  return true;
}

static void* request(void* unused) {
  if (!enter()) return unused;
  assert(!atomic_load(&stopped));  // @
  leave();
  return unused;
}

static void* stop(void* unused) {
  atomic_store(&stopping, true);
  leave();
  if (atomic_load(&idle)) atomic_store(&stopped, true);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, request, NULL);
  pthread_create(&threads[1], NULL, stop, NULL);
  pthread_exit(NULL);
}
