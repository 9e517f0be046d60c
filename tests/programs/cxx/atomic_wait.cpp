// heddle: --strategy=dpor --flags=-std=c++20
// expect: complete
//
// std::atomic<int>::wait and notify_one.
#include <atomic>
#include <cassert>
#include <thread>

namespace {
std::atomic<int> word{0};
int data = 0;
}  // namespace

int main() {
  std::thread a([] {
    data = 5;
    word.store(1);
    word.notify_one();
  });
  word.wait(0);
  assert(data == 5);
  a.join();
}
