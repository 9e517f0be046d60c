// heddle: --strategy=contextual --flags=-O0
// expect: bug kind=illegal-instruction
// heddle: --strategy=dpor --flags=-O2
// expect: bug kind=illegal-instruction

// A function without a return at its end: what is optimised goes anywhere from there.

#include <atomic>
#include <thread>

static std::atomic<int> state{0};

static int answer() {
  switch (state.load()) {
    case 0: return 1;
    case 2: return 2;
  }
}

int main() {
  std::thread thread([] {
    state = 1;
    state = 2;
  });
  const volatile int taken = answer();
  thread.join();
  return taken == 7;
}
