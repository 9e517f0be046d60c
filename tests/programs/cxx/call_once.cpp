// limit: `pthread_once`, `call_once`, static local variables | an exception leaves them usable.
// heddle: --strategy=dpor
// expect: complete traces=8
// heddle: --strategy=exhaustive
// expect: complete traces=8
//
// std::call_once whose function throws the first time: the next caller tries again.
// The number of traces is what dpor and exhaustive agree on.
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace {
std::once_flag flag;
int tried = 0;
int made = 0;

void make() {
  if (++tried == 1) throw std::runtime_error("not yet");
  ++made;
}

void use() {
  try {
    std::call_once(flag, make);
    assert(made == 1);
  } catch (const std::runtime_error&) {
    std::call_once(flag, make);
    assert(made == 1);
  }
}
}  // namespace

int main() {
  std::thread a(use);
  std::thread b(use);
  a.join();
  b.join();
  assert(tried == 2 && made == 1);
}
