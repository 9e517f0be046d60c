// heddle: --strategy=contextual
// expect: bug kind=error where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=error where=@

// A variable whose address another function has, which gives it a value in some cases only.

#include <pthread.h>

static void find(int key, int* found, short* other) {
  if (key > 3) *found = key;
  *other = 1;
}

int main(void) {
  for (int key = 5; key > 2; key--) {
    int found;
    short other;
    find(key, &found, &other);
    if (other != 1) return 1;
    if (found == 3) return 0;  // @
  }
  return 0;
}
