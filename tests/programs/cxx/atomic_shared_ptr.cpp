// heddle: --strategy=dpor --flags=-std=c++20
// expect: complete
// heddle: --strategy=contextual --flags=-std=c++20
// expect: complete
// heddle: --strategy=dpor --flags=-std=c++20 --flags=-DHEDDLE_LIBRARY_AS_IT_IS
// expect: bug kind=data-race
//
// std::atomic<std::shared_ptr>: the copy is the old or the new one, never something in between. In the library itself
// there is a data race: libstdc++ 12 guards the pointer with a lock bit that load() releases with memory_order_relaxed,
// so that nothing orders its read of the pointer before the write of a later store()
// (include/cxx/bits/shared_ptr_atomic.h).
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

namespace {
std::atomic<std::shared_ptr<int>> shared{std::make_shared<int>(1)};
}

int main() {
  std::thread a([] {
    const std::shared_ptr<int> copy = shared.load();
    assert(*copy == 1 || *copy == 2);
  });
  shared.store(std::make_shared<int>(2));
  a.join();
}
