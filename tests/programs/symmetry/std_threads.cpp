// heddle: --strategy=dpor
// expect: complete traces=24
// heddle: --strategy=dpor --symmetry=on
// expect: complete traces=1
// heddle: --strategy=dpor --symmetry=on --flags=-DBY_VALUE
// expect: complete traces=24
//
// std::thread hands each thread an object of its own: the same function with the same things captured is the same.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

int main() {
  std::mutex lock;
  int counter = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
#ifdef BY_VALUE
    threads.emplace_back([&lock, &counter, i] {
      const std::lock_guard guard(lock);
      counter += i;
    });
#else
    threads.emplace_back([&lock, &counter] {
      const std::lock_guard guard(lock);
      ++counter;
    });
#endif
  }
  for (std::thread& thread : threads) thread.join();
  assert(counter != 5);
}
