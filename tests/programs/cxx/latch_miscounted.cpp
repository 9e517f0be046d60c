// heddle: --strategy=dpor --flags=-std=c++20
// expect: bug kind=deadlock where=@
//
// A latch for two that only one counts down.
#include <latch>
#include <thread>

namespace {
std::latch done{2};
}

int main() {
  std::thread a([] { done.count_down(); });
  done.wait();  // @
  a.join();
}
