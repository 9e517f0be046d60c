// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=contextual
// expect: complete
//
// What was written before a value was set is there for all who have waited for it.
#include <cassert>
#include <future>
#include <thread>

int main() {
  int data = 0;
  std::promise<void> promise;
  const std::shared_future<void> ready = promise.get_future().share();
  const auto look = [&data, ready] {
    ready.wait();
    assert(data == 1);
  };
  std::thread a(look);
  std::thread b(look);
  data = 1;
  promise.set_value();
  a.join();
  b.join();
}
