// heddle: --strategy=dpor --flags=-std=c++20
// expect: complete traces=2
// heddle: --strategy=exhaustive --flags=-std=c++20
// expect: complete traces=2
//
// std::latch: main waits until both have counted down.
// The number of traces is what dpor and exhaustive agree on.
#include <cassert>
#include <latch>
#include <thread>

namespace {
std::latch done{2};
int result[2];
}  // namespace

int main() {
  std::thread a([] {
    result[0] = 1;
    done.count_down();
  });
  std::thread b([] {
    result[1] = 2;
    done.count_down();
  });
  done.wait();
  assert(result[0] == 1 && result[1] == 2);
  a.join();
  b.join();
}
