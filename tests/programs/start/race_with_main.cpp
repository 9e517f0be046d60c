// heddle: --flags=-std=c++20
// expect: bug kind=data-race where=@
// heddle: --flags=-std=c++20 --strategy=dpor
// expect: bug kind=data-race where=@
//
// What main does is not ordered with what a global's thread does.
#include <future>
#include <thread>

static int data;
static std::future<void> future = std::async(std::launch::async, [] { data = 1; });
static std::jthread other([](const std::stop_token&) {});

int main() {
  data = 2;  // @
  future.wait();
  return 0;
}
