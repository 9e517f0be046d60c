// heddle: --strategy=contextual
// expect: bug kind=use-after-free
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=use-after-free

#include <stdlib.h>

static void set(int* number) { *number = 1; }

int main(int argc, char** argv) {
  (void)argv;
  int* pointer = &argc;
  if (argc == 1) {
    int inner = 0;
    set(&inner);
    pointer = &inner;
  }
  return *pointer == 2;
}
