// heddle: --strategy=contextual
// expect: complete tests=26
// heddle: --strategy=dpor --flags=-O0
// expect: complete traces=26
//
// A symbolic key in a sorted array of 15 elements: found at each of them, or missing in one of the 11 gaps that have
// numbers in them.
#include <heddle/heddle.h>

static const int sorted[15] = {-50, -7, -3, 0, 2, 3, 5, 11, 12, 40, 41, 99, 100, 101, 5000};
int position;

static int find(int key) {
  int low = 0;
  int high = 15;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (sorted[middle] == key) return middle;
    if (sorted[middle] < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return -1;
}

int main(void) {
  position = find(heddle_int("key"));
  return 0;
}
