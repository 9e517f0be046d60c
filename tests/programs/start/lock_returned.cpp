// heddle:
// expect: complete events=0
//
// A constructor that takes a lock and releases it is not part of the runs.
#include <cassert>
#include <mutex>

static std::mutex mutex;
static int count;
static const int counted = [] {
  const std::lock_guard guard(mutex);
  return ++count;
}();

int main() {
  assert(counted == 1 && count == 1);
  return 0;
}
