// heddle: --strategy=contextual
// expect: bug kind=assertion where=@ says="(... 248 more turns like this)"
// heddle: --strategy=contextual -D IRREGULAR=1
// expect: bug kind=assertion where=@ says=" steps of lambda#1)"
// heddle: --strategy=contextual --full
// expect: bug kind=assertion where=@ says="[a: 120 -> 121; a is 121; b: 120 -> 121]"
//
// Of a finding with many steps the beginning and the end are shown, and how many there are in between: turns of a loop
// that are alike, or steps.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> a{0};
std::atomic<int> b{0};

int main() {
  std::thread one([] {
    for (int i = 0; i < 250; ++i) {
      a.fetch_add(1), b.store(a.load());
#ifdef IRREGULAR
      if (i * i % 7 == 1) b.store(a.load());
      if (i * i % 11 == 3) a.store(b.load());
#endif
    }
  });
  one.join();
  assert(b.load() > 1000);  // @
}
