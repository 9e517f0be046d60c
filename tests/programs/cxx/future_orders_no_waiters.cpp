// heddle: --strategy=dpor
// expect: bug kind=data-race
// heddle: --strategy=contextual
// expect: bug kind=data-race
// heddle:
// expect: bug kind=data-race
//
// Two threads wait for the same value, one after the other. That does not order what they do.
#include <atomic>
#include <future>
#include <thread>

int main() {
  int data = 0;
  std::atomic<bool> has_waited = false;
  std::promise<void> promise;
  const std::shared_future<void> ready = promise.get_future().share();
  std::thread first([&, ready] {
    data = 1;
    ready.wait();
    has_waited.store(true, std::memory_order_relaxed);
  });
  std::thread second([&, ready] {
    if (!has_waited.load(std::memory_order_relaxed)) return;
    ready.wait();
    data = 2;
  });
  promise.set_value();
  first.join();
  second.join();
}
