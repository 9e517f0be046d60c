// heddle: --strategy=dpor
// expect: complete traces=8
// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=dpor --flags=-O2
// expect: complete traces=8
//
// Loops that look up to a thousand times and then do something else: only one of these looks matters. Three of them
// look at one flag, each before or after it is set.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int ready, taken;

static int for_a_while(unsigned most) {
  for (unsigned i = 0; i < most; ++i) {
    if (ready) return 1;
    if (i % 16 == 15) sched_yield();
  }
  return 0;
}

static int try_lock(void) {
  int is_free = 0;
  return atomic_compare_exchange_strong(&taken, &is_free, 1);
}

static void* first(void* unused) {
  for_a_while(1000);
  return unused;
}

static void* second(void* unused) {
  int turns = 0;
  for (;;) {
    if (ready) break;
    if (++turns >= 1000) break;
    __builtin_ia32_pause();
  }
  return unused;
}

static void* third(void* unused) {
  int i;
  for (i = 0; i < 1000; ++i) {
    if (ready) break;
  }
  if (i == 1000) return 0;
  for (i = 1000; i > 0 && !try_lock(); --i) sched_yield();
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_create(&threads[2], 0, third, 0);
  ready = 1;
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
