// heddle: --strategy=dpor
// expect: bug kind=deadlock
// heddle: --strategy=contextual
// expect: bug kind=deadlock
//
// A promise that is neither kept nor destroyed: a thread waits for it for ever, if the other one comes too late.
#include <atomic>
#include <future>
#include <thread>

int main() {
  auto* promise = new std::promise<int>;
  std::future<int> future = promise->get_future();
  std::atomic<bool> late = false;
  std::thread keeps([&] {
    if (!late) promise->set_value(1);
  });
  late = true;
  const int result = future.get();
  keeps.join();
  delete promise;
  return result - 1;
}
