// heddle: --strategy=dpor
// expect: bug kind=data-race where=@
// heddle: --strategy=contextual
// expect: bug kind=data-race where=@
//
// The count does not order what users do with the object before they release it: relaxed decrements publish nothing, so
// the last user races with them.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int users = 2;
static int object;

static void* use(void* unused) {
  object = 1;  // @
  if (atomic_fetch_sub_explicit(&users, 1, memory_order_relaxed) == 1) object = 0;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, use, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
