// heddle: --strategy=dpor
// expect: complete traces=1
// heddle: --strategy=exhaustive
// expect: complete traces=1
//
// A value and an exception travel through promises.
// The number of traces is what dpor and exhaustive agree on.
// limit: waiting without a time limit is one step
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread a([&promise] { promise.set_value(42); });
  assert(future.get() == 42);
  a.join();
}
