// heddle:
// expect: bug kind=assertion
// heddle: --strategy=dpor
// expect: bug kind=assertion
// heddle: --strategy=unfolding
// expect: bug kind=assertion
// heddle: -D MENDED=1
// expect: complete tests=32
// heddle: -D MENDED=1 --strategy=dpor
// expect: complete tests=32
//
// What a compare-exchange expects, finds and puts there depends on inputs: it has two outcomes, not one for each value.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int balance;
static atomic_int last;

static void* deposit(void* unused) {
  const int amount = heddle_int("amount");
  int old = atomic_load(&balance);
  while (!atomic_compare_exchange_weak(&balance, &old, old + amount)) {
  }
  atomic_exchange(&last, amount);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_t b;
  balance = 5;
  pthread_create(&a, 0, deposit, 0);
  pthread_create(&b, 0, deposit, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef MENDED
  assert(balance != 1234567 || last != 1234567 || balance == last);
#else
  assert(balance != 1234567 || last != 1234560);
#endif
  return 0;
}
