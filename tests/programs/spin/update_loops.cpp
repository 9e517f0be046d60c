// heddle: --strategy=dpor
// expect: complete traces=2
// heddle: --strategy=exhaustive
// expect: complete traces=2
// heddle: --strategy=contextual
// expect: complete
//
// Loops that update an atomic variable by compare-exchange are one step each. Additions whose results nobody uses
// commute, so only the order of the two other updates matters.
#include <atomic>
#include <cassert>
#include <thread>

namespace {
std::atomic<int> count{0};
std::atomic<int> value{1};

void add() {
  int old = count.load();
  while (!count.compare_exchange_weak(old, old + 1)) {
  }
}

int change(int by) {
  int old = value;
  while (!value.compare_exchange_strong(old, old * 2 + by)) {
  }
  return old;
}
}  // namespace

int main() {
  std::thread a([] {
    add();
    change(1);
  });
  std::thread b([] {
    add();
    change(2);
  });
  a.join();
  b.join();
  assert(count == 2);
  assert(value == 8 || value == 9);
}
