// heddle: --keep-going
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --keep-going
// expect: bug kind=assertion where=@
// heddle: --flags=-DRIGHT
// expect: complete
//
// The last call of a function without a result returns a value that depends on an input. Its caller, in the library,
// does not get it.
#include <heddle/heddle.h>

#include <cassert>
#include <mutex>
#include <thread>

std::mutex guard;
int total;

int add(int x) {
  const std::lock_guard<std::mutex> lock(guard);
  total += x;
  return total;
}

int main() {
  const int x = heddle_int("x");
  std::thread adder([x] { add(x); });
  adder.join();
#ifdef RIGHT
  assert(total == x);
#else
  assert(total != 77);  // @
#endif
}
