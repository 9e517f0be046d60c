// heddle: --strategy=dpor
// expect: bug kind=uncaught-exception
//
// An exception leaves a thread.
#include <stdexcept>
#include <thread>

int main() {
  std::thread a([] { throw std::runtime_error("nobody catches this"); });
  a.join();
}
