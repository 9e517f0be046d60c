// heddle: --strategy=dpor --keep-going
// expect: bug kind=assertion where=@
// expect: bug kind=error where=pauses_matter.c:34
// heddle: --strategy=contextual --keep-going
// expect: bug kind=assertion where=@
// expect: bug kind=error where=pauses_matter.c:34
//
// What decides how often a loop pauses is not left out if it decides something else, too, or has no value.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int ready;

static void* set(void* unused) {
  ready = 1;
  return unused;
}

static void* counts(void* unused) {
  int turns = 0;
  while (!ready) {
    if (turns < 2) ++turns;
    if (turns == 2) sched_yield();
    assert(turns < 2);  // @
  }
  return unused;
}

static void* forgets(void* unused) {
  int turns;
  while (!ready) {
    for (int i = 0; i < turns; ++i) sched_yield();
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, set, 0);
  pthread_create(&threads[1], 0, counts, 0);
  pthread_create(&threads[2], 0, forgets, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
