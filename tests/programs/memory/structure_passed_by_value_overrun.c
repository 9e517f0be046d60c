// heddle: --strategy=contextual
// expect: bug kind=out-of-range where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=out-of-range where=@

struct numbers {
  int all[8];
};

__attribute__((noinline)) static int at(const int* numbers, int index) {
  return numbers[index];  // @
}

__attribute__((noinline)) static int get(struct numbers numbers, int index) { return at(numbers.all, index); }

int main(int count, char** arguments) {
  const struct numbers numbers = {{count, 2, 3}};
  return get(numbers, count + 7) == 99;
}
