// A block that is busy or not, and an inode that is locked or not (the example of Flanagan and Qadeer).
#include "threads.h"
static pthread_mutex_t inode_lock = PTHREAD_MUTEX_INITIALIZER, busy_lock = PTHREAD_MUTEX_INITIALIZER;
static int inode, busy, block;
static void* allocator(void* unused) {
  pthread_mutex_lock(&inode_lock);
  if (inode == 0) {
    pthread_mutex_lock(&busy_lock);
    busy = 1;
    pthread_mutex_unlock(&busy_lock);
    inode = 1;
  }
  block = 1;
  assert(block == 1);
  pthread_mutex_unlock(&inode_lock);
  return unused;
}
static void* freer(void* unused) {
  pthread_mutex_lock(&busy_lock);
  if (busy == 0) {
    block = 0;
    assert(block == 0);
  }
  pthread_mutex_unlock(&busy_lock);
  return unused;
}
RUN(allocator, freer)
