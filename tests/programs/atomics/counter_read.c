// heddle: --strategy=dpor --keep-going
// expect: bug kind=assertion where=@ traces=8
// heddle: --strategy=contextual --keep-going
// expect: bug kind=assertion where=@
// heddle: --keep-going
// expect: bug kind=assertion where=@
//
// Three threads count, by different numbers, and one looks: it can have seen any of them come before. It fails for one set.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void* count(void* by) {
  atomic_fetch_add(&counter, (int)(long)by);
  return 0;
}

static void* look(void* unused) {
  assert(counter != 5);  // @
  return unused;
}

int main(void) {
  pthread_t threads[4];
  for (long i = 0; i < 3; ++i) pthread_create(&threads[i], 0, count, (void*)(1L << i));
  pthread_create(&threads[3], 0, look, 0);
}
