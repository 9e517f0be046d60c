// heddle: --strategy=contextual
// expect: bug kind=assertion where=@ tests=3
// heddle: --strategy=unfolding
// expect: bug kind=assertion where=@ tests=3
// heddle: --strategy=unfolding --keep-going
// expect: bug kind=assertion where=@ tests=3 events=9
//
// JASE 2014, Fig. 9: the error in the third test; seven events, and the two creations.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* first(void* unused) {
  const int a = atomic_load(&x);
  assert(a <= 0); // @
  return unused;
}

static void* second(void* unused) {
  const int b = atomic_load(&x);
  if (b == 0) atomic_store(&x, heddle_int("x"));
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, first, 0);
  pthread_create(&thread, 0, second, 0);
  pthread_exit(0);
}
