// heddle:
// expect: bug kind=abort
unsigned __int128 __VERIFIER_nondet_uint128(void);

int main(void) {
  if (__VERIFIER_nondet_uint128() == (unsigned __int128)5 << 100) __builtin_abort();
  return 0;
}
