// heddle: --strategy=dpor
// expect: complete traces=2
// heddle: --strategy=exhaustive
// expect: complete traces=2
//
// std::condition_variable_any with a shared lock.
// The number of traces is what dpor and exhaustive agree on.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace {
std::shared_mutex mutex;
std::condition_variable_any condition;
bool ready = false;
}  // namespace

int main() {
  std::thread producer([] {
    {
      const std::unique_lock<std::shared_mutex> guard(mutex);
      ready = true;
    }
    condition.notify_one();
  });
  {
    std::shared_lock<std::shared_mutex> lock(mutex);
    condition.wait(lock, [] { return ready; });
    assert(ready);
  }
  producer.join();
}
