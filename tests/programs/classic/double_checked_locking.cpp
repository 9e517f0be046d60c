// heddle: --strategy=dpor
// expect: bug kind=data-race
//
// Double-checked locking with a plain pointer: the check outside the lock races with the assignment inside.
#include <mutex>
#include <thread>

namespace {
std::mutex mutex;
struct Config {
  int value = 42;
};
Config* config = nullptr;

int value() {
  if (config == nullptr) {
    const std::lock_guard<std::mutex> guard(mutex);
    if (config == nullptr) config = new Config;
  }
  return config->value;
}
}  // namespace

int main() {
  std::thread a([] { value(); });
  std::thread b([] { value(); });
  a.join();
  b.join();
  delete config;
}
