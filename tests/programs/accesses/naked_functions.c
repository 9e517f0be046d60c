// heddle: --strategy=dpor
// expect: incomplete reason="store"
// expect: incomplete reason="naked_functions.c:19"
// heddle: --strategy=contextual
// expect: incomplete reason="store"
//
// A function that consists of assembly only has no hooks, by name and through a pointer. It was taken for one that
// reports what it does, and the verdict was a proof.
#include <pthread.h>

static int shared;

__attribute__((naked, noinline)) void store(int* to) { __asm__("movl $1, (%rdi); ret"); }

static void (*volatile pointer)(int*) = store;

static void* run(void* to) {
  store(to);
  pointer(to);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, &shared);
  shared = 2;
  pthread_join(thread, NULL);
  return 0;
}
