// heddle: --strategy=dpor
// expect: complete traces=3
//
// std::timed_mutex: the try comes before the section of the other thread, in it (and fails), or after it.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

namespace {
std::timed_mutex mutex;
int counter = 0;
}  // namespace

int main() {
  std::thread a([] {
    const std::lock_guard<std::timed_mutex> guard(mutex);
    ++counter;
  });
  const bool locked = mutex.try_lock_for(std::chrono::milliseconds(5));
  if (locked) {
    ++counter;
    mutex.unlock();
  }
  a.join();
  assert(counter == (locked ? 2 : 1));
}
