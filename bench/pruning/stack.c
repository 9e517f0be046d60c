// A stack under a lock: one thread pushes, the other pops what is there.
#include "threads.h"
enum { SIZE = 4 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int values[SIZE];
static int top;
static void* pusher(void* unused) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&lock);
    assert(top < SIZE);
    values[top++] = i;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
static void* popper(void* unused) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&lock);
    if (top > 0) top--;
    assert(top >= 0);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
RUN(pusher, popper)
