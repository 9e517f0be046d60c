// heddle: --strategy=contextual -D WAY=0
// expect: bug kind=error where=@
// heddle: --strategy=dpor -D WAY=1 --flags=-O2
// expect: bug kind=error where=@
// heddle: --strategy=contextual -D WAY=2
// expect: bug kind=error where=@

// A value that was never written goes from function to function: as the result of a C function, in a structure that is
// returned in a register, and in one that is an argument.

struct pair {
  int first;
  int second;
};

static int chosen(int which) {
  int value;
  if (which > 5) value = which;
  return value;
}

static struct pair made(void) {
  struct pair result;
  result.first = 1;
  return result;
}

static int second_of(struct pair pair) { return pair.second; }

static int go(void) {
  struct pair here;
  here.first = 1;
  if (WAY == 0) return chosen(3);
  if (WAY == 1) return made().second;
  return second_of(here);
}

int main(void) {
  if (go() == 7) return 0;  // @
  return 0;
}
