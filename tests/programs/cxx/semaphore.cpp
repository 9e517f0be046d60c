// heddle: --strategy=dpor --flags=-std=c++20
// expect: complete traces=1
// heddle: --strategy=exhaustive --flags=-std=c++20
// expect: complete traces=1
//
// std::binary_semaphore as a signal between two threads.
// One waits for the other: one trace.
#include <cassert>
#include <semaphore>
#include <thread>

namespace {
std::binary_semaphore turn{0};
int data = 0;
}  // namespace

int main() {
  std::thread a([] {
    data = 1;
    turn.release();
  });
  turn.acquire();
  assert(data == 1);
  a.join();
}
