// heddle: --strategy=dpor
// expect: bug kind=data-race
// heddle: --strategy=contextual
// expect: bug kind=data-race
// heddle:
// expect: bug kind=data-race
//
// Two threads wait for the same value. That orders neither of them before the other.
#include <future>
#include <thread>

int main() {
  int data = 0;
  std::promise<void> promise;
  const std::shared_future<void> ready = promise.get_future().share();
  const auto add = [&data, ready] {
    ready.wait();
    ++data;
  };
  std::thread a(add);
  std::thread b(add);
  promise.set_value();
  a.join();
  b.join();
}
