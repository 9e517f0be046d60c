// heddle: --strategy=contextual
// expect: bug kind=data-race
// heddle: --strategy=unfolding
// expect: bug kind=data-race
// heddle: --strategy=dpor
// expect: bug kind=data-race
// heddle: --strategy=exhaustive
// expect: bug kind=data-race
//
// A static object is destroyed when main returns; a detached thread still uses it.
#include <thread>
#include <vector>

namespace {
std::vector<int> numbers = {1, 2, 3};
}  // namespace

int main() {
  std::thread([] { numbers[0] = 4; }).detach();
}
