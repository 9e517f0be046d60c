// heddle: --strategy=dpor
// expect: complete traces=36
// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=dpor --flags=-O2
// expect: complete traces=36
//
// How long a loop waits has no meaning: three threads take two spin locks, with a back-off that grows, is bounded, or is
// a yield after so many turns; the count may also be kept by functions. Each lock has the
// 3! orders of its owners.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

struct backoff {
  unsigned turns;
};

static atomic_int locks[2];
static int inside[2];

static void grows(atomic_int* lock) {
  unsigned turns = 1;
  while (atomic_exchange(lock, 1)) {
    for (volatile unsigned i = 0; i < turns; i++);
    turns *= 2;
  }
}

static void is_bounded(atomic_int* lock) {
  int turns = 1;
  for (;;) {
    int is_free = 0;
    if (atomic_compare_exchange_weak(lock, &is_free, 1)) return;
    for (int i = turns; i > 0; --i) __asm__ volatile("pause");
    turns <<= 1;
    if (turns > 64) turns = 64;
  }
}

static void yields(atomic_int* lock) {
  int turns = 0;
  while (atomic_exchange(lock, 1)) {
    if (++turns % 16 == 15) sched_yield();
  }
}

static void begin(struct backoff* backoff) { backoff->turns = 1; }
static void wait(struct backoff* backoff) {
  for (unsigned i = 0; i < backoff->turns; ++i) __builtin_ia32_pause();
  if (backoff->turns < 1024) backoff->turns *= 2;
}
static void by_function(atomic_int* lock) {
  struct backoff backoff;
  begin(&backoff);
  while (atomic_exchange(lock, 1)) wait(&backoff);
}

static void section(int lock) {
  assert(inside[lock]++ == 0);
  --inside[lock];
  atomic_store(&locks[lock], 0);
}

static void* first(void* unused) {
  grows(&locks[0]);
  section(0);
  is_bounded(&locks[1]);
  section(1);
  return unused;
}

static void* second(void* unused) {
  yields(&locks[0]);
  section(0);
  by_function(&locks[1]);
  section(1);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_create(&threads[2], 0, first, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
