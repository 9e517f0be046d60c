// heddle:
// expect: complete tests=1
//
// A program may have its own version of a function that takes inputs.
int __VERIFIER_nondet_int(void) { return 3; }

int main(void) { return __VERIFIER_nondet_int() == 5; }
