// heddle: --strategy=dpor
// expect: bug kind=assertion where=@ says="first.join();"
//
// Joining is a step at the line of the program, although std::thread::join is a function of a library.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> x;

int main() {
  std::thread first([] { x = 1; });
  std::thread second([] { x = 2; });
  first.join();
  second.join();
  assert(x == 2);  // @
}
