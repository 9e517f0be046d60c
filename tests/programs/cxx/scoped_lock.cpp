// heddle: --strategy=dpor
// expect: complete traces=5
//
// std::scoped_lock takes two mutexes in opposite orders without a deadlock: it tries the second and gives the first
// back. Two threads may do so again and again, for ever; but attempts that fail are of no interest.
#include <cassert>
#include <mutex>
#include <thread>

namespace {
std::mutex first, second;
int transferred = 0;
}  // namespace

int main() {
  std::thread a([] {
    const std::scoped_lock lock(first, second);
    ++transferred;
  });
  std::thread b([] {
    const std::scoped_lock lock(second, first);
    ++transferred;
  });
  a.join();
  b.join();
  assert(transferred == 2);
}
