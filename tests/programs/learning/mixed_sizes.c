// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=contextual
// expect: complete
//
// Atomic accesses of different sizes to the same bytes.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
  uint64_t all;
  uint32_t half[2];
  uint8_t byte[8];
} word;

static void* write(void* unused) {
  __atomic_store_n(&word.half[1], 1, __ATOMIC_SEQ_CST);
  __atomic_store_n(&word.byte[0], 1, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, write, NULL);
  const uint64_t seen = __atomic_load_n(&word.all, __ATOMIC_SEQ_CST);
  assert(seen == 0 || seen >> 32 == 1);
  return 0;
}
