// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --keep-going
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --keep-going --flags=-O0
// expect: bug kind=assertion where=@
//
// Symbolic values go through a queue of the standard library from one thread to another, which adds them up.
#include <heddle/heddle.h>

#include <cassert>
#include <mutex>
#include <queue>
#include <thread>

int main() {
  std::mutex mutex;
  std::queue<int> queue;
  std::thread consumer([&] {
    int sum = 0;
    for (int i = 0; i < 2; ++i) {
      const std::lock_guard lock(mutex);
      if (queue.empty()) return;
      sum += queue.front() * (i + 1);
      queue.pop();
    }
    assert(sum != 77777);  // @
  });
  const int a = heddle_int("a");
  const int b = heddle_int("b");
  {
    const std::lock_guard lock(mutex);
    queue.push(a);
    queue.push(b);
  }
  consumer.join();
  return 0;
}
