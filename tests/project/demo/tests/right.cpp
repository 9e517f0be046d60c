#include <cassert>
#include <thread>

#include "counter.h"

int main() {
  std::thread one(bump_at_once);
  std::thread two(bump_at_once);
  one.join();
  two.join();
  assert(value() == 2);
}
