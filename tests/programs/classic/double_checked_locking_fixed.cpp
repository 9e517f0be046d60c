// heddle: --strategy=dpor
// expect: complete traces=4
// heddle: --strategy=exhaustive
// expect: complete traces=4
//
// Double-checked locking with an atomic pointer.
// The number of traces is what dpor and exhaustive agree on.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

namespace {
std::mutex mutex;
struct Config {
  int value = 42;
};
std::atomic<Config*> config{nullptr};
int made = 0;

int value() {
  Config* seen = config.load(std::memory_order_acquire);
  if (seen == nullptr) {
    const std::lock_guard<std::mutex> guard(mutex);
    seen = config.load(std::memory_order_relaxed);
    if (seen == nullptr) {
      seen = new Config;
      ++made;
      config.store(seen, std::memory_order_release);
    }
  }
  return seen->value;
}
}  // namespace

int main() {
  std::thread a([] { assert(value() == 42); });
  std::thread b([] { assert(value() == 42); });
  a.join();
  b.join();
  assert(made == 1);
  delete config.load();
}
