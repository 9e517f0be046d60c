// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=contextual
// expect: complete
// heddle: --flags=-DWRONG --strategy=dpor
// expect: bug kind=assertion
//
// A wait with a time limit may end without the value, and one without a limit after it does not.
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread thread([&promise] { promise.set_value(5); });
  const std::future_status status = future.wait_for(std::chrono::milliseconds(1));
#ifdef WRONG
  assert(status == std::future_status::ready);
#endif
  if (status == std::future_status::ready) assert(future.wait_for(std::chrono::seconds(0)) == status);
  assert(future.get() == 5);
  thread.join();
}
