// heddle: --strategy=dpor
// expect: complete traces=2
// heddle: --strategy=contextual
// expect: complete tests=2
//
// Loops that take a lock, in the forms in which they are written: with a flag, by exchange, by compare-exchange, with a
// look before it is tried, with a hint that the thread waits. Two threads take turns in two orders.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

std::atomic<bool> taken{false};
int inside = 0;

void work() {
  while (taken.exchange(true, std::memory_order_acquire)) std::this_thread::yield();
  assert(inside++ == 0);
  --inside;
  taken.store(false, std::memory_order_release);
}

}  // namespace

int main() {
  std::thread a(work);
  std::thread b(work);
  a.join();
  b.join();
}
