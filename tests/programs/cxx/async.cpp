// heddle: --strategy=dpor
// expect: complete
//
// std::async in a thread of its own, with an exception.
#include <cassert>
#include <future>
#include <stdexcept>

int main() {
  auto sum = std::async(std::launch::async, [](int a, int b) { return a + b; }, 20, 22);
  auto failing = std::async(std::launch::deferred, []() -> int { throw std::runtime_error("no"); });
  assert(sum.get() == 42);
  bool caught = false;
  try {
    failing.get();
  } catch (const std::runtime_error&) {
    caught = true;
  }
  assert(caught);
}
