// heddle:
// expect: complete
//
// A program's own assumption that loops for ever if it does not hold.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

void __VERIFIER_assume(int condition) {
  if (!condition) {
    for (;;) {
    }
  }
}

int main(void) {
  const int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 3);
  if (x == 3) reach_error();
  return 0;
}
