// heddle: --strategy=dpor
// expect: complete traces=4
// heddle: --strategy=exhaustive
// expect: complete traces=4
//
// std::shared_mutex with two readers and a writer.
// Each reader comes before the writer or after it: 2 x 2.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace {
std::shared_mutex mutex;
int a = 0, b = 0;

void look() {
  const std::shared_lock<std::shared_mutex> lock(mutex);
  assert(a == b);
}
}  // namespace

int main() {
  std::thread first(look);
  std::thread second(look);
  {
    const std::unique_lock<std::shared_mutex> lock(mutex);
    ++a;
    ++b;
  }
  first.join();
  second.join();
}
