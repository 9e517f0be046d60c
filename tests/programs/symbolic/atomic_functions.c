// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=contextual
// expect: complete
//
// Functions whose names begin with __VERIFIER_atomic_ are atomic by convention.
#include <assert.h>
#include <pthread.h>

static int count;

static int __VERIFIER_atomic_increment(int limit) {
  if (count >= limit) return 0;
  const int seen = count;
  count = seen + 1;
  return 1;
}

static void __VERIFIER_atomic_check(int least) { assert(count >= least); }

static void* work(void* unused) {
  __VERIFIER_atomic_increment(2);
  __VERIFIER_atomic_check(1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  __VERIFIER_atomic_check(2);
  return 0;
}
