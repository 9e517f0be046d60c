// heddle: --strategy=dpor --flags=-std=c++20
// expect: complete
// heddle: --strategy=exhaustive --flags=-std=c++20
// expect: complete
//
// std::jthread: its destructor asks it to stop and joins it. The loop waits for the request.
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

namespace {
bool stopped = false;
}

int main() {
  {
    const std::jthread worker([](const std::stop_token& token) {
      while (!token.stop_requested()) std::this_thread::yield();
      stopped = true;
    });
  }
  assert(stopped);
}
