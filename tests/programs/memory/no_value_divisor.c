// heddle: --strategy=contextual
// expect: bug kind=error where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=error where=@

// Dividing by it is a decision.

int main(int argc, char** argv) {
  (void)argv;
  unsigned by;
  if (argc > 1) by = 2;
  volatile unsigned result = 100 / by;  // @
  (void)result;
  return 0;
}
