// heddle: --flags=-std=c++20
// expect: bug kind=data-race says="The same threads race also at"
//
// One shared_ptr object that a thread replaces while another one copies it.
#include <memory>
#include <string>
#include <thread>

struct Settings {
  std::string name;
  int level = 1;
};

class Service {
 public:
  void reload() { settings_ = std::make_shared<Settings>(Settings{"new", 2}); }
  int level() const {
    std::shared_ptr<Settings> copy = settings_;
    return copy->level;
  }

 private:
  std::shared_ptr<Settings> settings_ = std::make_shared<Settings>(Settings{"old", 1});
};

int main() {
  Service service;
  std::thread t([&] { service.reload(); });
  service.level();
  t.join();
}
