// Locks that are taken all at once, in any order: no failed attempt matters, unless it waits for ever.
// heddle: -D KEPT=0
// expect: complete
// heddle: -D KEPT=0 --strategy=unfolding
// expect: complete
// heddle: -D KEPT=0 --strategy=dpor
// expect: complete traces=100
// heddle: -D KEPT=1
// expect: bug kind=deadlock
// heddle: -D KEPT=2
// expect: bug kind=assertion where=@
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b, c;
int all;

int main() {
  std::thread first([] {
    std::scoped_lock lock(a, b, c);
    ++all;
  });
  std::thread second([] {
    std::scoped_lock lock(b, c, a);
    ++all;
  });
  if (KEPT == 1) c.lock();
  if (KEPT == 2) {
    c.lock();
    const bool free = a.try_lock();
    if (free) a.unlock();
    assert(free);  // @
    c.unlock();
  }
  if (KEPT == 0) {
    std::scoped_lock lock(c, a, b);
    ++all;
  }
  first.join();
  second.join();
  assert(all == 3 - (KEPT != 0));
}
