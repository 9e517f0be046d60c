// heddle: --strategy=con2colic -D MOST=3
// expect: complete
// heddle: --strategy=con2colic -D MOST=1000000 --depth=100
// expect: incomplete reason="cut after k=100 steps"
//
// A loop whose bound is an input, on memory that another thread changes.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int sum;

static void* add(void* unused) {
  const int most = heddle_int("most");
  heddle_assume(most >= 0 && most <= MOST);
  for (int i = 0; i < most; ++i) atomic_fetch_add(&sum, 1);
  return unused;
}

static void* look(void* unused) {
  assert(atomic_load(&sum) <= MOST);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  pthread_create(&thread, NULL, look, NULL);
  pthread_exit(NULL);
}
