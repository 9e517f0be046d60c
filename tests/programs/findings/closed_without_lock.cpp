// heddle:
// expect: bug kind=data-race says="data race: write and read of q.closed"
// expect: bug kind=data-race says="q.closed: false -> true"
// expect: bug kind=data-race says="[locks q.m]"
// expect: bug kind=data-race says="main holds no lock there, lambda#1 holds q.m: nothing orders the two accesses."
// expect: bug kind=data-race says="without q.m, under which lambda#1 uses it."
//
// A blocking queue that is closed without its lock: names of members, of locks, and what is missing.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

template <class T>
class BlockingQueue {
 public:
  void push(T value) {
    std::lock_guard<std::mutex> guard(m);
    items.push_back(value);
    ready.notify_one();
  }
  std::optional<T> pop() {
    std::unique_lock<std::mutex> guard(m);
    while (items.empty() && !closed) ready.wait(guard);
    if (items.empty()) return std::nullopt;
    T value = items.front();
    items.pop_front();
    return value;
  }
  void close() {
    closed = true;  // without the lock
    ready.notify_all();
  }

 private:
  std::mutex m;
  std::condition_variable ready;
  std::deque<T> items;
  bool closed = false;
};

int main() {
  BlockingQueue<int> q;
  std::thread consumer([&] {
    while (q.pop()) {
    }
  });
  q.push(1);
  q.close();
  consumer.join();
}
