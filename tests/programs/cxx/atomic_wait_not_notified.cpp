// heddle: --strategy=dpor --flags=-std=c++20
// expect: bug kind=deadlock where=@
//
// Nobody notifies: a thread that waits before the store waits for ever.
#include <atomic>
#include <thread>

namespace {
std::atomic<int> word{0};
}

int main() {
  std::thread a([] { word.store(1); });
  word.wait(0);  // @
  a.join();
}
