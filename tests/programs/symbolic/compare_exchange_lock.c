// heddle:
// expect: complete
// heddle: --strategy=dpor
// expect: complete
// heddle: -D FORGETS=1
// expect: bug kind=assertion
//
// A lock that holds the number of its owner, an input. A thread that waits for it changes nothing: its loop is not
// endless.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int inside;

static void* enters(void* unused) {
  const int id = heddle_int("id");
  heddle_assume(id != 0);
  int none = 0;
  while (!atomic_compare_exchange_strong(&lock, &none, id)) none = 0;
  inside++;
#ifdef FORGETS
  if (id == 7)
#endif
    assert(atomic_load(&lock) == id && inside == 1);
  inside--;
  atomic_store(&lock, 0);
#ifdef FORGETS
  int seen = id;
  atomic_compare_exchange_strong(&lock, &seen, 0);  // it may be another one's by now
#endif
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_t b;
  pthread_create(&a, 0, enters, 0);
  pthread_create(&b, 0, enters, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
