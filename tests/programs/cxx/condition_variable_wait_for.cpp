// heddle: --strategy=dpor
// expect: complete traces=4
// heddle: --strategy=exhaustive
// expect: complete traces=4
//
// wait_for with a predicate: it comes back with what the predicate says then.
// The number of traces is what dpor and exhaustive agree on.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {
std::mutex mutex;
std::condition_variable condition;
bool ready = false;
}  // namespace

int main() {
  std::thread producer([] {
    const std::lock_guard<std::mutex> guard(mutex);
    ready = true;
    condition.notify_all();
  });
  bool seen = false;
  {
    std::unique_lock<std::mutex> lock(mutex);
    seen = condition.wait_for(lock, std::chrono::milliseconds(10), [] { return ready; });
    assert(seen == ready);
  }
  producer.join();
}
