// heddle: --strategy=con2colic --solver-seconds=0
// expect: incomplete reason="the solver could not find inputs in its time"
// expect: incomplete says="a scenario was too hard: "
//
// What the solver cannot answer is named, and its branch is not called unreachable.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic long long product;

static void* multiply(void* unused) {
  const long long a = heddle_int("a");
  const long long b = heddle_int("b");
  heddle_assume(a > 1 && b > 1);
  atomic_store(&product, a * b * a + 12345 * b);
  return unused;
}

static void* look(void* unused) {
  assert(atomic_load(&product) != 1000036000099LL * 7919);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, multiply, NULL);
  pthread_create(&thread, NULL, look, NULL);
  pthread_exit(NULL);
}
