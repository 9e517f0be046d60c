// Figure 4 of Guo et al. What a thread has decided belongs to the control state of a program of C.
// heddle: --strategy=exhaustive
// expect: complete tests=54
// heddle: --strategy=exhaustive --prune=assertions
// expect: complete
// heddle: --strategy=dpor --prune=assertions
// expect: complete
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void work(void) {
  int c = 0;
  if (atomic_fetch_add(&x, 1) == 0) c = 1; else c = 2;
  if (atomic_fetch_add(&y, 1) == 0) c = 3; else c = 4;
  (void)c;
}

static void* t2(void* unused) {
  work();
  return unused;
}

int main(void) {
  atomic_store(&x, heddle_int("x") + 1);
  atomic_store(&y, heddle_int("y") + 1);
  pthread_t t;
  pthread_create(&t, 0, t2, 0);
  work();
  pthread_join(t, 0);
}
