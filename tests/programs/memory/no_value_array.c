// heddle: --strategy=contextual
// expect: bug kind=error where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=error where=@

// One element of an array that was forgotten, copied through another array, a structure and some arithmetic before it
// is looked at.

#include <string.h>

struct pair {
  int first;
  int numbers[4];
};

int main(int argc, char** argv) {
  (void)argv;
  int numbers[4];
  for (int i = 0; i < 4; i++) {
    if (i != argc + 1) numbers[i] = i;
  }
  int copy[8] = {0};
  memcpy(copy + 2, numbers, sizeof numbers);
  struct pair pair = {0};
  for (int i = 0; i < 4; i++) pair.numbers[i] = copy[i + 2];
  int sum = 0;
  for (int i = 0; i < 4; i++) sum += pair.numbers[i] * 3;
  switch (sum) {  // @
    case 4: return 1;
    default: return 0;
  }
}
