// heddle: --strategy=dpor --patience=0.3
// expect: incomplete reason="endless local loop"
// heddle: --strategy=dpor --patience=0.3 -D STEP=2u
// expect: incomplete reason="endless local loop"
// heddle: --strategy=dpor -D LIMIT=100u
// expect: complete
//
// A delay that a volatile variable counts is a pause. One that never ends is not: it was left out, as C++ allows for
// loops without volatile accesses.
#include <thread>

#ifndef STEP
#define STEP 0u
#endif
#ifndef LIMIT
#define LIMIT 1u
#endif

int main() {
  std::thread other([] {});
  for (volatile unsigned i = 0; i != LIMIT;) i = i + (LIMIT == 1u ? STEP : 1u);
  other.join();
}
