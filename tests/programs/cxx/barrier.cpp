// heddle: --strategy=dpor --flags=-std=c++20
// expect: complete
//
// std::barrier with a completion function that runs once when both have arrived.
#include <barrier>
#include <cassert>
#include <thread>

namespace {
int completed = 0;
int value[2];
}  // namespace

int main() {
  std::barrier sync(2, []() noexcept { ++completed; });
  std::thread a([&sync] {
    value[0] = 1;
    sync.arrive_and_wait();
    assert(value[1] == 2);
  });
  value[1] = 2;
  sync.arrive_and_wait();
  assert(value[0] == 1 && completed == 1);
  a.join();
}
