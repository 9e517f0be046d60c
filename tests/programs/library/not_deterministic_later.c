// heddle: --strategy=contextual
// expect: incomplete reason="the program is not deterministic"
// heddle: --strategy=unfolding
// expect: incomplete reason="the program is not deterministic"
// heddle: --strategy=dpor
// expect: incomplete reason="the program is not deterministic"
// heddle: --strategy=dpor-1
// expect: incomplete reason="the program is not deterministic"
// heddle: --strategy=exhaustive
// expect: incomplete reason="the program is not deterministic"
//
// The first runs are the same, but a thread that comes late asks the kernel for random numbers, beyond everything
// that can be controlled. A run that is not what was predicted ends the exploration with that reason.
#include <pthread.h>
#include <stdatomic.h>

enum { kGetRandom = 318 };

static atomic_int turn, done;
static atomic_int cells[256];

static unsigned char random_byte(void) {
  unsigned char byte = 0;
  long result = kGetRandom;
  __asm__ volatile("syscall" : "+a"(result) : "D"(&byte), "S"(1L), "d"(0L) : "rcx", "r11", "memory");
  return byte;
}

static void* thread(void* unused) {
  if (atomic_fetch_add(&turn, 1) == 0) return unused;
  for (int i = 0; i < 3; ++i) {
    atomic_fetch_add(&cells[random_byte()], 1);
    atomic_exchange(&done, i);
  }
  return unused;
}

static void* other(void* unused) {
  atomic_fetch_add(&turn, 1);
  for (int i = 0; i < 3; ++i) atomic_exchange(&done, i);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, thread, NULL);
  pthread_create(&threads[1], NULL, other, NULL);
  return 0;
}
