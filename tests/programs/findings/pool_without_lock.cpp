// heddle: --flags=-std=c++20
// expect: bug kind=deadlock says="Likely mistake: pool.stop_ is changed at pool_without_lock.cpp:"
//
// A pool whose destructor sets the flag without the lock: a worker sleeps for ever.
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class ThreadPool {
 public:
  explicit ThreadPool(int n) {
    for (int i = 0; i < n; ++i) workers_.emplace_back([this] { run(); });
  }
  ~ThreadPool() {
    stop_ = true;
    ready_.notify_all();
    for (auto& w : workers_) w.join();
  }
  void submit(std::function<void()> task) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      tasks_.push(std::move(task));
    }
    ready_.notify_one();
  }

 private:
  void run() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock<std::mutex> lock(mutex_);
        ready_.wait(lock, [this] { return stop_ || !tasks_.empty(); });
        if (tasks_.empty()) return;
        task = std::move(tasks_.front());
        tasks_.pop();
      }
      task();
    }
  }
  std::vector<std::thread> workers_;
  std::queue<std::function<void()>> tasks_;
  std::mutex mutex_;
  std::condition_variable ready_;
  std::atomic<bool> stop_{false};
};

int main() {
  std::atomic<int> done{0};
  ThreadPool pool(1);
  pool.submit([&] { ++done; });
}
