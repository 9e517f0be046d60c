// An exception may not be caught, so each throw may fail; where it lands depends on it.
// slice: --assertions
#include <cassert>
#include <stdexcept>

int limit, caught, noise;

void check(int value) {
  noise = value;                        // .
  if (value > limit)                    // >
    throw std::runtime_error("large");  // !
}

int main(int argc, char**) {
  noise = 1;  // .
  try {
    check(argc);                         // >
    caught = 2;                          // >
  } catch (const std::runtime_error&) {  // !
    caught = 1;                          // >
  }
  assert(caught == 2);  // !
  noise = 2;            // -
}
