// heddle: --strategy=contextual
// expect: bug kind=error where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=error where=@

// Nor is a variable of the stack.

#include <assert.h>

static void set(int* numbers) { numbers[0] = 1; }

int main(void) {
  int numbers[4];
  set(numbers);
  assert(numbers[3] == 0);  // @
  return 0;
}
