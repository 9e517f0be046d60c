// heddle: --strategy=dpor
// expect: bug kind=uncaught-exception
//
// A promise that is destroyed without a value breaks its future; nobody catches what get() throws then.
#include <future>
#include <thread>

int main() {
  std::future<int> future;
  std::thread a([&future] {
    std::promise<int> promise;
    future = promise.get_future();
  });
  a.join();
  return future.get();
}
