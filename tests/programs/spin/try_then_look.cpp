// heddle: --strategy=dpor
// expect: complete traces=6
// heddle: --strategy=contextual
// expect: complete
//
// A spin lock that tries first, and then looks until it may be free. The turns of its loop that fail are not run, so
// there are only the orders of its owners, 3!.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> taken{false};
static int counter;

static void count() {
  while (true) {
    bool expected = false;
    if (taken.compare_exchange_weak(expected, true, std::memory_order_acquire)) break;
    while (taken.load(std::memory_order_relaxed)) std::this_thread::yield();
  }
  ++counter;
  taken.store(false, std::memory_order_release);
}

int main() {
  std::thread first(count);
  std::thread second(count);
  std::thread third(count);
  first.join();
  second.join();
  third.join();
  assert(counter == 3);
}
