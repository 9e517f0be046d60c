// heddle: --flags=-std=c++20
// expect: bug kind=assertion says="timed out"
//
// A timed wait whose result is taken for "there is something".
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

class Result {
 public:
  void set(int value) {
    {
      std::lock_guard lock(mutex_);
      value_ = value;
    }
    cv_.notify_one();
  }
  int get() {
    std::unique_lock lock(mutex_);
    cv_.wait_for(lock, std::chrono::milliseconds(100), [this] { return value_.has_value(); });
    assert(value_.has_value());
    return *value_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable cv_;
  std::optional<int> value_;
};

int main() {
  Result result;
  std::thread t([&] { result.set(42); });
  result.get();
  t.join();
}
