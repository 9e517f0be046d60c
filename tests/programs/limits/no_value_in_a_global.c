// limit: Not found are those that go through global and thread-local variables, atomic operations, vectors
// heddle:
// expect: complete assuming="no value that was never written in globals or in what libraries read"

// A value that was never written decides, but it has been in a global variable.

static int kept;

int main(void) {
  int value;
  kept = value;
  return kept == 0;
}
