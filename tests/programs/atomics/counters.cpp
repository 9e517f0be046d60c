// heddle: --strategy=dpor
// expect: complete traces=1
// heddle: --strategy=contextual
// expect: complete
// heddle:
// expect: complete
//
// Nobody looks at a counter before all have counted: in which order they did does not matter.
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

static std::atomic<int> calls, failures;
static std::atomic<unsigned char> bytes = 254;

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([] {
      calls.fetch_add(1, std::memory_order_relaxed);
      failures--;
      ++bytes;
    });
  }
  for (std::thread& thread : threads) thread.join();
  assert(calls == 3 && failures == -3 && bytes == 1);
}
