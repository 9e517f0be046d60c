// heddle: --strategy=dpor
// expect: complete traces=6
// heddle: --strategy=exhaustive
// expect: complete traces=6
//
// Exceptions in flight in two threads at once: each destructor takes a step while its thread unwinds, so that both are
// in the middle of it in some trace. Two threads with two sections each: 4! / (2! 2!) orders.
#include <cassert>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

namespace {
std::mutex mutex;

void touch() { const std::lock_guard<std::mutex> guard(mutex); }

struct Unwound {
  ~Unwound() {
    assert(std::uncaught_exceptions() == 1);
    touch();
  }
};

void work(int number) {
  try {
    const Unwound unwound;
    throw std::runtime_error(std::to_string(number));
  } catch (const std::runtime_error& error) {
    touch();
    assert(std::stoi(error.what()) == number);
  }
  assert(std::uncaught_exceptions() == 0);
}
}  // namespace

int main() {
  std::thread a(work, 1);
  std::thread b(work, 2);
  a.join();
  b.join();
}
