// heddle: --strategy=dpor
// expect: complete traces=2
// heddle: --strategy=exhaustive
// expect: complete traces=2
//
// A spin lock made of std::atomic_flag.
// The number of traces is what dpor and exhaustive agree on.
#include <atomic>
#include <cassert>
#include <thread>

namespace {
std::atomic_flag busy = ATOMIC_FLAG_INIT;
int counter = 0;

void add() {
  while (busy.test_and_set(std::memory_order_acquire)) {
  }
  ++counter;
  busy.clear(std::memory_order_release);
}
}  // namespace

int main() {
  std::thread a(add);
  std::thread b(add);
  a.join();
  b.join();
  assert(counter == 2);
}
