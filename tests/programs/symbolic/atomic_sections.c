// heddle: --strategy=contextual --keep-going
// expect: bug kind=error
// heddle: --strategy=unfolding --keep-going
// expect: bug kind=error
// heddle: --strategy=dpor --keep-going
// expect: bug kind=error traces=22
// heddle: --strategy=exhaustive --keep-going
// expect: bug kind=error traces=22
//
// Inputs, assumptions and sections in the style of other verifiers: the second thread guesses how often the first has
// counted.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

static int x, y, n;

static void* count(void* unused) {
  for (int i = 0; i < n; ++i) {
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_end();
  }
  return unused;
}

static void* guess(void* unused) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_atomic_begin();
  if (x == k && k > 1) y = 1;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t a, b;
  n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= 3);
  pthread_create(&a, NULL, count, NULL);
  pthread_create(&b, NULL, guess, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (y) reach_error();
}
