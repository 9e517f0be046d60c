// heddle: --strategy=dpor
// expect: complete traces=4
// heddle: --strategy=exhaustive
// expect: complete traces=4
//
// Either thread comes first; the other looks before the first is done (and waits) or afterwards: 2 x 2.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int made;

static void make(void) { ++made; }

static void* use(void* unused) {
  pthread_once(&once, make);
  assert(made == 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
