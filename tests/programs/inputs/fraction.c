// limit: floating point that is computed from an input or is one (`__VERIFIER_nondet_double`)
// heddle:
// expect: incomplete reason="symbolic value fixed (an input that is a floating-point number"
//
// There are no expressions of floating-point numbers.
double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);

int main(void) {
  if (__VERIFIER_nondet_double() > 1.5) __builtin_abort();
  return __VERIFIER_nondet_float() > 1.5f;
}
