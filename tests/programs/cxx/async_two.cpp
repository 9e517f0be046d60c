// heddle: --strategy=dpor
// expect: complete traces=1
// heddle: --strategy=contextual
// expect: complete
// heddle:
// expect: complete
//
// Nobody can tell in which order two asynchronous functions ended, nor whether their results were waited for.
#include <cassert>
#include <future>

int main() {
  auto one = std::async(std::launch::async, [] { return 1; });
  auto two = std::async(std::launch::async, [] { return 2; });
  assert(one.get() + two.get() == 3);
}
