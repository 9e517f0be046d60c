#include <cassert>
#include <thread>

#include "counter.h"

int main() {
  std::thread one(bump_in_two_steps);
  std::thread two(bump_in_two_steps);
  one.join();
  two.join();
  assert(value() == 2);
}
