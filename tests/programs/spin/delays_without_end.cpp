// heddle: --strategy=dpor --patience=0.3
// expect: incomplete reason="endless local loop"
// heddle: --strategy=dpor --patience=0.3 -D STEP=2
// expect: incomplete reason="endless local loop"
// heddle: --strategy=dpor -D LIMIT=100
// expect: complete
//
// A delay that a volatile variable counts is a pause. One that never ends is not: it was left out, as C++ allows for
// loops without volatile accesses.
#include <thread>

#ifndef STEP
#define STEP 0
#endif
#ifndef LIMIT
#define LIMIT 1
#endif

int main() {
  std::thread other([] {});
  for (volatile unsigned i = 0; i != LIMIT;) i = i + (LIMIT == 1 ? STEP : 1);
  other.join();
}
