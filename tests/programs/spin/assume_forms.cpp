// heddle: --strategy=dpor
// expect: complete traces=1
// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=dpor --flags=-O2
// expect: complete traces=1
//
// The same with std::atomic, and with the assume functions that programs for other tools bring or expect.
#include <heddle/heddle.h>

#include <atomic>
#include <cassert>
#include <cstdlib>
#include <thread>

extern "C" void __VERIFIER_assume(int condition);
extern "C" void assume_abort_if_not(int condition) {
  if (!condition) std::abort();
}

static std::atomic<int> count{0};
static std::atomic<bool> closed{false};
static std::atomic_flag taken = ATOMIC_FLAG_INIT;

int main() {
  taken.test_and_set();
  std::thread writer([] {
    for (int i = 1; i <= 9; ++i) count = i;
    closed.store(true, std::memory_order_release);
    taken.clear();
  });
  std::thread reader([] {
    heddle_assume(count.load() > 8);
    __VERIFIER_assume(closed.load(std::memory_order_acquire));
    assume_abort_if_not(!taken.test_and_set());
    assert(count == 9);
  });
  writer.join();
  reader.join();
}
