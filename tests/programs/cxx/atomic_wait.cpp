// heddle: --strategy=dpor --flags=-std=c++20
// expect: complete traces=8
// heddle: --strategy=exhaustive --flags=-std=c++20
// expect: complete traces=8
//
// std::atomic<int>::wait and notify_one.
// The number of traces is what dpor and exhaustive agree on.
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
