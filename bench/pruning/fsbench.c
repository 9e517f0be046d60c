// Flanagan and Godefroid's file system: threads with an inode each, sharing blocks.
#include "threads.h"
enum { INODES = 4, BLOCKS = 3 };
static pthread_mutex_t inode_locks[INODES] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                              PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t block_locks[BLOCKS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                              PTHREAD_MUTEX_INITIALIZER};
static int inodes[INODES], busy[BLOCKS];
static void* thread(void* number) {
  const int i = (int)(size_t)number;
  pthread_mutex_lock(&inode_locks[i]);
  if (inodes[i] == 0) {
    int b = (i * 2) % BLOCKS;
    for (int tries = 0; tries < BLOCKS; tries++, b = (b + 1) % BLOCKS) {
      pthread_mutex_lock(&block_locks[b]);
      if (!busy[b]) {
        busy[b] = 1;
        inodes[i] = b + 1;
        assert(inodes[i] == b + 1);
        pthread_mutex_unlock(&block_locks[b]);
        break;
      }
      pthread_mutex_unlock(&block_locks[b]);
    }
  }
  pthread_mutex_unlock(&inode_locks[i]);
  return NULL;
}
RUN(thread, thread, thread, thread)
