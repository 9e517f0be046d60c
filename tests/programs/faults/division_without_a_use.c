// heddle: --flags=-O0
// expect: bug kind=division-by-zero where=@
// heddle: --flags=-O2
// expect: bug kind=division-by-zero where=@

int main(int count, char** arguments) {
  volatile unsigned zero = count - 1;
  const unsigned unused = 7 % zero;  // @
  (void)unused;
  return 0;
}
