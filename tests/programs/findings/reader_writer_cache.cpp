// heddle:
// expect: bug kind=assertion says="reads under cache.mutex_"
// expect: bug kind=assertion says="writes under cache.mutex_"
//
// A lock of the standard library by the name of the member that it is.
#include <cassert>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>

class Cache {
 public:
  int get(const std::string& key) {
    {
      std::shared_lock<std::shared_mutex> lock(mutex_);
      auto found = entries_.find(key);
      if (found != entries_.end()) return found->second;
    }
    std::unique_lock<std::shared_mutex> lock(mutex_);
    ++loads_;
    assert(entries_.count(key) == 0);
    return entries_[key] = static_cast<int>(key.size());
  }

 private:
  std::shared_mutex mutex_;
  std::map<std::string, int> entries_;
  int loads_ = 0;
};

int main() {
  Cache cache;
  std::thread a([&] { cache.get("alpha"); });
  std::thread b([&] { cache.get("alpha"); });
  a.join();
  b.join();
}
