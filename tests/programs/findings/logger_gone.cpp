// heddle: --flags=-std=c++20
// expect: bug kind=use-after-free says="was freed by main at logger_gone.cpp:"
//
// A logger that is destroyed while its thread still uses it: detach instead of join.
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

class Logger {
 public:
  void start() {
    std::thread([this] {
      while (!stop_) flush();
    }).detach();
  }
  void write(std::string line) {
    std::lock_guard guard(mutex_);
    lines_.push_back(std::move(line));
  }
  ~Logger() { stop_ = true; }

 private:
  void flush() {
    std::lock_guard guard(mutex_);
    lines_.clear();
  }
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::vector<std::string> lines_;
};

int main() {
  auto logger = std::make_unique<Logger>();
  logger->start();
  logger->write("hello");
  logger.reset();
}
