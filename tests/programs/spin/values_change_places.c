// heddle:
// expect: bug kind=assertion
// heddle: --strategy=dpor
// expect: bug kind=assertion
// heddle: -D IN_MEMORY=1
// expect: bug kind=assertion
//
// In the first run both inputs are 0, and the iterations of the loop carry the same values. For others they do not:
// the thread leaves the loop in its second iteration.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a = 5;

static void* looks(void* unused) {
  int p = heddle_int("p");
  int q = heddle_int("q");
  const int first = p;
#ifdef IN_MEMORY
  int* volatile in_memory = &p;
  (void)in_memory;
#endif
  while (atomic_load(&a) != p) {
    const int t = p;
    p = q;
    q = t;
  }
  assert(first == 5);
  return unused;
}
static void* nothing(void* unused) { return unused; }

int main(void) {
  pthread_t t;
  pthread_t u;
  pthread_create(&t, 0, looks, 0);
  pthread_create(&u, 0, nothing, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
