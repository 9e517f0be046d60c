// The driver of Qadeer and Wu: a request that runs while the driver is stopped. The bug is fixed unless BAD is defined.
#include "threads.h"
static atomic_int pending = 1, stopping, stopped, event;
static int enter(void) {
#ifdef BAD
  if (atomic_load(&stopping)) return -1;
  atomic_fetch_add(&pending, 1);
#else
  atomic_fetch_add(&pending, 1);
  if (atomic_load(&stopping)) return -1;
#endif
  return 0;
}
static void leave(void) {
  if (atomic_fetch_sub(&pending, 1) == 1) atomic_store(&event, 1);
}
static void* request(void* unused) {
  const int status = enter();
  if (status == 0) assert(!atomic_load(&stopped));
#ifdef BAD
  if (status == 0) leave();
#else
  leave();
#endif
  return unused;
}
static void* stop(void* unused) {
  atomic_store(&stopping, 1);
  leave();
  if (atomic_load(&event)) atomic_store(&stopped, 1);
  return unused;
}
RUN(request, request, stop)
