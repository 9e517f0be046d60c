// heddle:
// expect: bug kind=data-race says="s.instance: null -> Config#1"
// expect: bug kind=data-race says="holds s.mutex there"
// expect: bug kind=data-race says="The same threads race also at"
//
// Double-checked locking without an atomic pointer: what is read through it races as well, for the same reason.
#include <cassert>
#include <mutex>
#include <thread>

struct Config {
  int level = 3;
  double ratio = 0.5;
};

class Singleton {
 public:
  Config* get() {
    if (instance == nullptr) {
      std::lock_guard<std::mutex> guard(mutex);
      if (instance == nullptr) instance = new Config;
    }
    return instance;
  }
  ~Singleton() { delete instance; }

 private:
  std::mutex mutex;
  Config* instance = nullptr;
};

int main() {
  Singleton s;
  auto user = [&s] { assert(s.get()->level == 3); };
  std::thread a(user), b(user);
  a.join();
  b.join();
}
