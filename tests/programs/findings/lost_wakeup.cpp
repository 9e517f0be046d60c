// heddle:
// expect: bug kind=deadlock says="Lost wake-up: main has signalled event.cond_ in step 5"
// expect: bug kind=deadlock says="lambda#1 waits for a signal on event.cond_"
//
// A signal that comes before anybody waits.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

class Event {
 public:
  void wait() {
    if (!set_) {
      std::unique_lock<std::mutex> lock(mutex_);
      cond_.wait(lock);
    }
  }
  void set() {
    set_ = true;
    std::lock_guard<std::mutex> lock(mutex_);
    cond_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable cond_;
  std::atomic<bool> set_{false};
};

int main() {
  Event event;
  std::thread waiter([&event] { event.wait(); });
  event.set();
  waiter.join();
}
