// heddle: --strategy=dpor
// expect: complete traces=2
//
// std::recursive_mutex: locking again is not a step.
#include <cassert>
#include <mutex>
#include <thread>

namespace {
std::recursive_mutex mutex;
int depth = 0;

void enter(int levels) {
  const std::unique_lock<std::recursive_mutex> lock(mutex);
  ++depth;
  if (levels > 0) enter(levels - 1);
  --depth;
  assert(depth >= 0);
}
}  // namespace

int main() {
  std::thread a(enter, 2);
  std::thread b(enter, 1);
  a.join();
  b.join();
}
