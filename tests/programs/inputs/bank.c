// heddle: --flags=-DWRONG
// expect: bug kind=assertion where=@
// heddle:
// expect: complete
//
// Threads × inputs: two transfers with amounts of choice between two accounts. Whoever looks at the balance before the
// lock is held pays out what is no longer there.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic unsigned balance = 100, other;

static void* transfer(void* argument) {
  const unsigned amount = *(unsigned*)argument;
#ifdef WRONG
  const int enough = amount <= balance;
  pthread_mutex_lock(&lock);
#else
  pthread_mutex_lock(&lock);
  const int enough = amount <= balance;
#endif
  if (enough) {
    balance -= amount;
    other += amount;
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  unsigned amounts[2] = {heddle_uint32("first"), heddle_uint32("second")};
  heddle_assume(amounts[0] <= 1000 && amounts[1] <= 1000);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, transfer, &amounts[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(balance <= 100);  // @
  assert(balance + other == 100);
  return 0;
}
