// heddle: --flags=-std=c++20
// expect: bug kind=data-race says="Likely mistake: lambda#"
//
// An LRU cache whose get() moves an element in the list under a shared lock.
#include <list>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <thread>
#include <unordered_map>

class LruCache {
 public:
  explicit LruCache(std::size_t capacity) : capacity_(capacity) {}
  std::optional<std::string> get(int key) {
    std::shared_lock lock(mutex_);
    auto it = index_.find(key);
    if (it == index_.end()) return std::nullopt;
    order_.splice(order_.begin(), order_, it->second);
    return it->second->second;
  }
  void put(int key, std::string value) {
    std::unique_lock lock(mutex_);
    order_.emplace_front(key, std::move(value));
    index_[key] = order_.begin();
    if (order_.size() > capacity_) {
      index_.erase(order_.back().first);
      order_.pop_back();
    }
  }

 private:
  std::size_t capacity_;
  std::shared_mutex mutex_;
  std::list<std::pair<int, std::string>> order_;
  std::unordered_map<int, std::list<std::pair<int, std::string>>::iterator> index_;
};

int main() {
  LruCache cache(2);
  cache.put(1, "one");
  cache.put(2, "two");
  std::thread a([&] { cache.get(1); });
  std::thread b([&] { cache.get(2); });
  a.join();
  b.join();
}
