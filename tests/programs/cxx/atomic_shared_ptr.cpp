// heddle: --strategy=dpor --flags=-std=c++20
// expect: complete
//
// std::atomic<std::shared_ptr>: the copy is the old or the new one, never something in between.
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
