// heddle: --strategy=dpor --visible=shared --keep-going -D N=16
// expect: complete traces=8
// heddle: --strategy=dpor --keep-going -D N=19
// expect: complete traces=64
//
// Flanagan and Godefroid 2005: each of N threads finds a free block for its inode.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 14
#endif
enum { kInodes = 32, kBlocks = 26 };

// Zeros are unlocked mutexes.
static pthread_mutex_t inode_lock[kInodes];
static pthread_mutex_t block_lock[kBlocks];
static int inode[kInodes];
static int busy[kBlocks];

static void* allocate(void* argument) {
  int i = (int)(intptr_t)argument % kInodes;
  pthread_mutex_lock(&inode_lock[i]);
  if (inode[i] == 0) {
    int b = i * 2 % kBlocks;
    for (int found = 0; !found; b = (b + 1) % kBlocks) {
      pthread_mutex_lock(&block_lock[b]);
      if (!busy[b]) {
        busy[b] = 1;
        inode[i] = b + 1;
        found = 1;
      }
      pthread_mutex_unlock(&block_lock[b]);
    }
  }
  pthread_mutex_unlock(&inode_lock[i]);
  return NULL;
}

int main(void) {
  pthread_t thread;
  for (intptr_t i = 0; i < N; ++i) pthread_create(&thread, NULL, allocate, (void*)i);
  pthread_exit(NULL);
}
