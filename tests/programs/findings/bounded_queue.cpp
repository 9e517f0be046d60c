// heddle: --flags=-std=c++20
// expect: bug kind=deadlock says="Likely mistake: threads wait on queue.changed_ for different things"
//
// A bounded queue: notify_one with two kinds of waiters on one condition variable.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

template <class T>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}
  void push(T value) {
    std::unique_lock<std::mutex> lock(mutex_);
    while (items_.size() == capacity_) changed_.wait(lock);
    items_.push_back(std::move(value));
    changed_.notify_one();
  }
  T pop() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (items_.empty()) changed_.wait(lock);
    T value = std::move(items_.front());
    items_.pop_front();
    changed_.notify_one();
    return value;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<T> items_;
  std::size_t capacity_;
};

int main() {
  BoundedQueue<int> queue(1);
  std::thread c1([&] { queue.pop(); });
  std::thread c2([&] { queue.pop(); });
  std::thread p1([&] { queue.push(1); });
  std::thread p2([&] { queue.push(2); });
  c1.join();
  c2.join();
  p1.join();
  p2.join();
}
