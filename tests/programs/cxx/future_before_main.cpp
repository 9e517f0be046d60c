// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=contextual
// expect: complete
//
// Promises that were made, and one that was kept, before main.
#include <cassert>
#include <future>
#include <thread>

namespace {

std::promise<int> kept_later;
std::shared_future<int> later = kept_later.get_future();
std::promise<int> kept_before;
std::shared_future<int> before = [] {
  kept_before.set_value(2);
  return kept_before.get_future().share();
}();

}  // namespace

int main() {
  std::thread thread([] { kept_later.set_value(before.get()); });
  assert(later.get() == 2 && before.get() == 2);
  thread.join();
}
