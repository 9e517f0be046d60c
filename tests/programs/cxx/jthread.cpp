// heddle: --strategy=dpor --flags=-std=c++20
// expect: complete traces=9
// heddle: --strategy=exhaustive --flags=-std=c++20
// expect: complete traces=9
//
// std::jthread: its destructor asks it to stop and joins it. The loop waits for the request.
// The number of traces is what dpor and exhaustive agree on.
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
