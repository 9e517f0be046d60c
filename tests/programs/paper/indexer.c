// heddle: --strategy=dpor --keep-going -D N=12
// expect: complete traces=8
//
// Flanagan and Godefroid 2005: each of N threads stores four messages in a hash table.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 12
#endif
enum { kSize = 128, kMessages = 4 };

static atomic_int table[kSize];

static void* store(void* argument) {
  for (int m = 0; m < kMessages; ++m) {
    int w = 11 * (m + 1) + (int)(intptr_t)argument;
    int h = w * 7 % kSize;
    for (;;) {
      int empty = 0;
      if (atomic_compare_exchange_strong(&table[h], &empty, w)) break;
      h = (h + 1) % kSize;
    }
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  for (intptr_t i = 0; i < N; ++i) pthread_create(&thread, NULL, store, (void*)i);
  pthread_exit(NULL);
}
