// heddle: --strategy=contextual
// expect: bug kind=error where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=error where=@

// So is using it as an index.

static int table[256];

int main(int argc, char** argv) {
  (void)argv;
  unsigned char index;
  if (argc > 1) index = 3;
  table[index] = 1;  // @
  return 0;
}
