// heddle:
// expect: complete
// heddle: --strategy=dpor
// expect: complete traces=3
// heddle: --strategy=exhaustive
// expect: complete
// heddle: --strategy=unfolding
// expect: complete
//
// A thread that belongs to a global object: started by its constructor, told to end and joined by its destructor.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

class Logger {
 public:
  Logger() : thread_([this] { written_ = lines_.load(); }) {}
  ~Logger() {
    thread_.join();
    assert(written_ >= 0 && written_ <= 2);
  }
  void log() { ++lines_; }

 private:
  std::atomic<int> lines_ = 0;
  int written_ = -1;
  std::thread thread_;
};

Logger logger;

}  // namespace

int main() {
  logger.log();
  logger.log();
  return 0;
}
