// heddle: --strategy=dpor
// expect: complete traces=2
// heddle: --strategy=exhaustive
// expect: complete traces=2
//
// std::thread, std::mutex, std::lock_guard: two sections, two orders.
#include <cassert>
#include <mutex>
#include <thread>

namespace {
std::mutex mutex;
int counter = 0;

void add(int amount) {
  const std::lock_guard<std::mutex> guard(mutex);
  counter += amount;
}
}  // namespace

int main() {
  std::thread a(add, 1);
  std::thread b([] { add(2); });
  a.join();
  b.join();
  assert(counter == 3);
}
