// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=unfolding
// expect: complete
// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=exhaustive
// expect: complete
//
// A pool that is ended by its destructor, as in many programs: the worker is told to stop, and joined.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {
class Pool {
 public:
  ~Pool() {
    {
      const std::lock_guard<std::mutex> guard(mutex_);
      stop_ = true;
    }
    condition_.notify_one();
    worker_.join();
    assert(stopped_);
  }

 private:
  void work() {
    std::unique_lock<std::mutex> guard(mutex_);
    condition_.wait(guard, [this] { return stop_; });
    stopped_ = true;
  }

  std::mutex mutex_;
  std::condition_variable condition_;
  bool stop_ = false;
  bool stopped_ = false;
  std::thread worker_{[this] { work(); }};
};

Pool& pool() {
  static Pool the_pool;
  return the_pool;
}
}  // namespace

int main() { pool(); }
