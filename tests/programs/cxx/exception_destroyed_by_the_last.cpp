// heddle: -D BY=0
// expect: bug kind=assertion
// heddle: -D BY=1
// expect: bug kind=assertion
// heddle: --strategy=dpor -D BY=0
// expect: bug kind=assertion
// heddle: -D BY=2
// expect: complete
//
// Two threads let go of the same exception: either may be the last, which destroys it.
#include <atomic>
#include <cassert>
#include <exception>
#include <thread>

thread_local int me = 0;
std::atomic<int> destroyed_by{-1};

struct Problem {
  Problem() = default;
  Problem(const Problem&) = delete;
  ~Problem() { destroyed_by = me; }
};

std::exception_ptr make() {
  try {
    throw Problem();
  } catch (...) {
    return std::current_exception();
  }
}

int main() {
  std::exception_ptr one = make();
  std::exception_ptr other = one;
  std::thread thread([&other] {
    me = 1;
    other = nullptr;
  });
  one = nullptr;
  thread.join();
  assert(destroyed_by != BY);
  assert(destroyed_by >= 0);
}
