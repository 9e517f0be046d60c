// heddle: --strategy=contextual
// expect: bug kind=error where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=error where=@

// An array of variable length.

int main(int argc, char** argv) {
  (void)argv;
  int numbers[argc + 3];
  for (int i = 0; i < argc + 2; i++) numbers[i] = i;
  int most = 0;
  for (int i = 0; i < argc + 3; i++) {
    if (numbers[i] > most) most = numbers[i];  // @
  }
  return most == 77;
}
