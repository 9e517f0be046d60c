// heddle: --strategy=contextual --keep-going
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding --keep-going
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --keep-going
// expect: bug kind=assertion where=@ traces=4
// heddle: --strategy=exhaustive --keep-going
// expect: bug kind=assertion where=@ traces=4
//
// The outcome of a compare-exchange depends on an input of another thread.
#include <heddle/heddle.h>

#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> value{0};

int main() {
  std::thread writer([] { value.store(heddle_range("x", 0, 20)); });
  std::thread changer([] {
    int expected = 7;
    if (value.compare_exchange_strong(expected, 100)) value.fetch_add(1);
  });
  writer.join();
  changer.join();
  assert(value != 101);  // @
}
