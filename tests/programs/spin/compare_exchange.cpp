// heddle: --strategy=dpor
// expect: complete traces=4
// heddle: --strategy=exhaustive
// expect: complete traces=4
//
// A spin lock by compare-exchange. Each unsuccessful iteration writes what it found to `expected`, and resets it:
// nothing has happened when the loop comes round. The number of traces is what dpor and exhaustive agree on.
#include <atomic>
#include <cassert>
#include <thread>

namespace {
std::atomic<int> locked{0};
int counter = 0;

void add() {
  int expected = 0;
  while (!locked.compare_exchange_strong(expected, 1)) expected = 0;
  ++counter;
  locked.store(0);
}
}  // namespace

int main() {
  std::thread a(add);
  std::thread b(add);
  a.join();
  b.join();
  assert(counter == 2);
}
