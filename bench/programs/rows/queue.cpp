// A blocking queue in C++: one producer of ITEMS items closes it, CONSUMERS consumers empty it.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace {

class BlockingQueue {
 public:
  void push(int item) {
    {
      const std::lock_guard lock(mutex_);
      items_.push_back(item);
    }
    changed_.notify_one();
  }
  void close() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
  }
  std::optional<int> pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !items_.empty(); });
    if (items_.empty()) return std::nullopt;
    const int item = items_.front();
    items_.pop_front();
    return item;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<int> items_;
  bool closed_ = false;
};

}  // namespace

int main() {
  BlockingQueue queue;
  std::vector<std::thread> consumers;
  for (int i = 0; i < CONSUMERS; ++i) {
    consumers.emplace_back([&queue] {
      while (queue.pop()) {
      }
    });
  }
  for (int i = 0; i < ITEMS; ++i) queue.push(i);
  queue.close();
  for (std::thread& consumer : consumers) consumer.join();
}
