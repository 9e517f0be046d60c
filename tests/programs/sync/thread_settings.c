// What each thread has for itself, although all of them run in one thread of the system: how it rounds, its stack for
// signals, and its locale.
// limit: | `sigaltstack`, `fesetround`, `uselocale` | each thread has its own; handlers run on the stack of the runtime
// heddle: --flags=-lm
// expect: complete
// heddle: --flags=-lm --strategy=dpor
// expect: complete
#define _GNU_SOURCE
#include <assert.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int turn;

static void* change(void* stack) {
  fesetround(FE_UPWARD);
  feraiseexcept(FE_DIVBYZERO);
  const stack_t own = {.ss_sp = stack, .ss_size = 1 << 16};
  assert(sigaltstack(&own, NULL) == 0);
  uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
  turn = 1;
  stack_t now;
  sigaltstack(NULL, &now);
  assert(now.ss_sp == stack && fegetround() == FE_UPWARD && fetestexcept(FE_DIVBYZERO) != 0);
  return NULL;
}

static void* look(void* unused) {
  turn = 2;
  stack_t now;
  sigaltstack(NULL, &now);
  assert((now.ss_flags & SS_DISABLE) != 0);
  assert(fegetround() == FE_TONEAREST && fetestexcept(FE_DIVBYZERO) == 0);
  assert(uselocale((locale_t)0) == LC_GLOBAL_LOCALE);
  return unused;
}

int main(void) {
  static char stack[1 << 16];
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, change, stack);
  pthread_create(&threads[1], NULL, look, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}
