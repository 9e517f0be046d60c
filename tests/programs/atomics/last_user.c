// heddle: --strategy=dpor
// expect: complete traces=3
// heddle: --strategy=dpor-2
// expect: complete
// heddle: --strategy=contextual
// expect: complete
//
// The last of three users sees that the count has dropped to 0. Which one it is matters; the order of the others, and
// of what they add before, does not: one trace for each last user.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int users = 3;
static int object = 1, freed;

static void release(void) {
  if (atomic_fetch_sub_explicit(&users, 1, memory_order_acq_rel) == 1) {
    object = 0;
    ++freed;
  }
}

static void* use(void* unused) {
  atomic_fetch_add(&users, 1);
  (void)object;
  release();
  release();
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], 0, use, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  assert(freed == 1);
}
