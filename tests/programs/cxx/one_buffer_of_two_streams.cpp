// heddle: --keep-going --strategy=contextual
// expect: bug kind=assertion where=@
// expect: bug kind=data-race
// heddle: --keep-going --strategy=dpor
// expect: bug kind=assertion where=@
// expect: bug kind=data-race
// heddle: --strategy=contextual -D LOCKED=1
// expect: complete
// heddle: --strategy=dpor -D LOCKED=1
// expect: complete
//
// Two streams read numbers from the same memory. The function of the library that reads a number took the characters
// without hooks: not every order was tried, and strategies that rely on what they know of the threads ended with an
// internal error.
#include <cassert>
#include <mutex>
#include <sstream>
#include <thread>

static std::stringbuf buffer("1 2 ");
static std::istream first(&buffer), second(&buffer);
static std::mutex lock;
static int x, y;

static void read(std::istream& from, int& to) {
#ifdef LOCKED
  const std::lock_guard<std::mutex> guard(lock);
#endif
  from >> to;
}

int main() {
  std::thread one([] { read(first, x); });
  std::thread two([] { read(second, y); });
  one.join();
  two.join();
#ifdef LOCKED
  assert(x + y == 3);
#else
  assert(x == 1);  // @
#endif
}
