// heddle: --strategy=dpor
// expect: complete traces=2
//
// std::condition_variable with a predicate: the consumer waits or need not.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {
std::mutex mutex;
std::condition_variable condition;
bool ready = false;
int data = 0;
}  // namespace

int main() {
  std::thread producer([] {
    {
      const std::lock_guard<std::mutex> guard(mutex);
      data = 42;
      ready = true;
    }
    condition.notify_one();
  });
  std::unique_lock<std::mutex> lock(mutex);
  condition.wait(lock, [] { return ready; });
  assert(data == 42);
  lock.unlock();
  producer.join();
}
