// heddle: --strategy=dpor
// expect: complete traces=2
//
// Thread-local variables, with constructors and destructors.
#include <cassert>
#include <mutex>
#include <thread>

namespace {
std::mutex mutex;
int destroyed = 0;

struct Local {
  ~Local() {
    const std::lock_guard<std::mutex> guard(mutex);
    destroyed += value;
  }
  int value = 0;
};
thread_local Local local;
thread_local int plain = 7;

void work(int number) {
  assert(local.value == 0 && plain == 7);
  local.value = number;
  plain = number;
}
}  // namespace

int main() {
  std::thread a(work, 1);
  std::thread b(work, 10);
  a.join();
  b.join();
  assert(destroyed == 11 && plain == 7);
}
