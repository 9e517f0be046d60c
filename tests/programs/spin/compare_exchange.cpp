// heddle: --strategy=dpor
// expect: complete traces=2
// heddle: --strategy=exhaustive
// expect: complete traces=2
//
// A spin lock by compare-exchange. Each unsuccessful iteration writes what it found to `expected`, and resets it, so
// the loop only waits until the lock is free: what is left is who takes it first.
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
