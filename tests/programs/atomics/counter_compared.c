// heddle: --strategy=dpor --keep-going
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive --keep-going
// expect: bug kind=assertion where=@
//
// Whether a compare-exchange finds what it wants depends on which of the others have counted, round zero: 254 + 3 is 1.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic unsigned char counter = 254;
static atomic_int found;

static void* count(void* by) {
  atomic_fetch_add(&counter, (unsigned char)(long)by);
  return 0;
}

static void* compare(void* unused) {
  unsigned char wanted = 1;
  if (atomic_compare_exchange_strong(&counter, &wanted, 100)) found = 1;
  return unused;
}

static void* look(void* unused) {
  assert(!(found && counter == 104));  // @
  return unused;
}

int main(void) {
  pthread_t threads[5];
  for (long i = 0; i < 3; ++i) pthread_create(&threads[i], 0, count, (void*)(1L << i));
  pthread_create(&threads[3], 0, compare, 0);
  pthread_create(&threads[4], 0, look, 0);
}
