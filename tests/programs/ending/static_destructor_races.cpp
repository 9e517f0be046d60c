// heddle: --strategy=contextual
// expect: bug kind=use-after-free
// heddle: --strategy=unfolding
// expect: bug kind=use-after-free
// heddle: --strategy=dpor
// expect: bug kind=use-after-free
// heddle: --strategy=exhaustive
// expect: bug kind=use-after-free
//
// A static object is destroyed when main returns; a detached thread still uses it: the race is told with the use of
// what was freed.
#include <thread>
#include <vector>

namespace {
std::vector<int> numbers = {1, 2, 3};
}  // namespace

int main() {
  std::thread([] { numbers[0] = 4; }).detach();
}
