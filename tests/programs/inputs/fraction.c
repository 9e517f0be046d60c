// heddle:
// expect: bug kind=abort
// heddle: -D MENDED=1
// expect: complete tests=3
//
// Inputs that are floating-point numbers. There are two numbers of 64 bits whose half is between 0.75 and the next one.
double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);

int main(void) {
  double d = __VERIFIER_nondet_double();
  if (d / 2 > 0.75 && d < 0x1.8000000000002p+0) {
#ifndef MENDED
    __builtin_abort();
#endif
  }
  float f = __VERIFIER_nondet_float();
  return f * f < 0 && f == f;  // no number
}
