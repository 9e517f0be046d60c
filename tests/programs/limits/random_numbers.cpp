// limit: `rand`, `random`, `drand48`, `getrandom`, `arc4random`, `std::random_device` | the same in every run
// heddle: -D CASE=1
// expect: complete assuming="the random numbers of one seed"
// heddle: -D CASE=2
// expect: complete assuming="the random numbers of one seed"
//
// That it is never 7 holds for this sequence only; an input would have all values.
#include <cassert>
#include <cstdlib>
#include <random>

int main() {
  const unsigned number = CASE == 1 ? static_cast<unsigned>(std::rand()) : std::random_device()();
  assert(number != 7);
}
