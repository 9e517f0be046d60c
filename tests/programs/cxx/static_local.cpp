// heddle: --strategy=dpor
// expect: complete traces=4
// heddle: --strategy=exhaustive
// expect: complete traces=4
//
// A static local variable is initialised once, by whoever comes first; the other one looks before that is done, and
// waits, or afterwards: 2 x 2.
#include <cassert>
#include <cstdlib>
#include <thread>

namespace {
int made = 0;

struct Table {
  Table() : value(std::abs(-7)) { ++made; }
  int value;
};

const Table& table() {
  static const Table instance;
  return instance;
}

void use() { assert(table().value == 7); }
}  // namespace

int main() {
  std::thread a(use);
  std::thread b(use);
  a.join();
  b.join();
  assert(made == 1);
}
