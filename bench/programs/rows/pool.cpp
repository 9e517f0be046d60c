// A typical thread pool: WORKERS workers, TASKS tasks that answer through a future.
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

namespace {

class ThreadPool {
 public:
  explicit ThreadPool(int workers) {
    for (int i = 0; i < workers; ++i) workers_.emplace_back([this] { work(); });
  }
  ~ThreadPool() {
    {
      const std::unique_lock lock(mutex_);
      stop_ = true;
    }
    changed_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }
  std::future<int> enqueue(std::function<int()> function) {
    auto task = std::make_shared<std::packaged_task<int()>>(std::move(function));
    std::future<int> result = task->get_future();
    {
      const std::unique_lock lock(mutex_);
      tasks_.emplace([task] { (*task)(); });
    }
    changed_.notify_one();
    return result;
  }

 private:
  void work() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return stop_ || !tasks_.empty(); });
        if (stop_ && tasks_.empty()) return;
        task = std::move(tasks_.front());
        tasks_.pop();
      }
      task();
    }
  }

  std::vector<std::thread> workers_;
  std::queue<std::function<void()>> tasks_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stop_ = false;
};

}  // namespace

int main() {
  ThreadPool pool(WORKERS);
  std::vector<std::future<int>> results;
  for (int i = 0; i < TASKS; ++i) results.push_back(pool.enqueue([i] { return i; }));
  int sum = 0;
  for (std::future<int>& result : results) sum += result.get();
  return sum == TASKS * (TASKS - 1) / 2 ? 0 : 1;
}
