// heddle: --strategy=dpor
// expect: complete traces=2
// heddle: --strategy=exhaustive
// expect: complete traces=2
//
// Constructors of globals run once before the first run; what they have made is the same in every run. Destructors and
// handlers of atexit run at the end of each.
#include <cassert>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace {
std::mutex mutex;
std::vector<int> numbers = {1, 2, 3};
std::unique_ptr<int> owned = std::make_unique<int>(5);
int handlers = 0;

struct Global {
  Global() { numbers.push_back(4); }
  ~Global() { assert(handlers == 1); }
} global;

void add() {
  const std::lock_guard<std::mutex> guard(mutex);
  numbers.push_back(*owned);
  ++*owned;
}
}  // namespace

int main() {
  assert(numbers.size() == 4 && *owned == 5);
  std::atexit([] { ++handlers; });
  std::thread a(add);
  std::thread b(add);
  a.join();
  b.join();
  assert(numbers.size() == 6 && numbers[5] == 6);
}
