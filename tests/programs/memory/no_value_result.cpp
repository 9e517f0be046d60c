// heddle: --strategy=contextual
// expect: bug kind=error where=@
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=error where=@

// In C++, returning it is a use.

#include <thread>

static int flag;

static int find() {
  int found;
  if (flag == 1) found = 7;
  return found;  // @
}

int main() {
  std::thread thread([] { flag = 2; });
  thread.join();
  return find() == 7 ? 0 : 0;
}
