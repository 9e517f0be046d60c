// heddle: --flags=-std=c++20
// expect: bug kind=deadlock says="lambda#2 locks subject.mutex_ once more, which it holds already"
//
// A subject that calls its observers under its lock; one of them unsubscribes in the call.
#include <functional>
#include <map>
#include <mutex>
#include <thread>

class Subject {
 public:
  int subscribe(std::function<void(int)> f) {
    std::lock_guard guard(mutex_);
    observers_[next_] = std::move(f);
    return next_++;
  }
  void unsubscribe(int id) {
    std::lock_guard guard(mutex_);
    observers_.erase(id);
  }
  void publish(int value) {
    std::lock_guard guard(mutex_);
    for (auto& [id, f] : observers_) f(value);
  }

 private:
  std::mutex mutex_;
  std::map<int, std::function<void(int)>> observers_;
  int next_ = 0;
};

int main() {
  Subject subject;
  int seen = 0;
  int id = subject.subscribe([&](int value) {
    seen = value;
    if (value == 2) subject.unsubscribe(id);
  });
  std::thread a([&] { subject.publish(1); });
  std::thread b([&] { subject.publish(2); });
  a.join();
  b.join();
}
