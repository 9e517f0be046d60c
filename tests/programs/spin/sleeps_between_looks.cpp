// heddle:
// expect: complete
// heddle: --strategy=dpor
// expect: complete
// heddle: --flags=-O2
// expect: complete
//
// What a loop writes to variables that are gone when it comes round is not an effect: the time that it sleeps, the
// guard of a lock.
#include <atomic>
#include <cassert>
#include <chrono>
#include <mutex>
#include <queue>
#include <thread>

using namespace std::chrono_literals;

namespace {

std::atomic<bool> ready = false;
std::mutex mutex;
std::queue<int> numbers;

int take() {
  for (;;) {
    {
      std::unique_lock<std::mutex> guard(mutex);
      if (!numbers.empty()) {
        const int number = numbers.front();
        numbers.pop();
        return number;
      }
    }
    std::this_thread::sleep_for(1ms);
  }
}

}  // namespace

int main() {
  std::thread consumer([] {
    while (!ready) std::this_thread::sleep_for(10ms);
    assert(take() == 3);
  });
  ready = true;
  {
    std::lock_guard<std::mutex> guard(mutex);
    numbers.push(3);
  }
  consumer.join();
}
