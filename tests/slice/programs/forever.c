// Where no way has an end, each branch decides about what can be reached from it.
// slice: --assertions
#include <assert.h>
#include <stdatomic.h>

atomic_int gate, shut, level, noise;

int main(void) {
  for (;;) {
    noise = 1;           // .
    if (gate)            // >
      assert(level < 3); // !
    if (shut)            // >
      level = 4;         // >
  }
}
