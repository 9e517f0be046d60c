// heddle: --strategy=dpor
// expect: does-not-compile says="--flags=-latomic"
// heddle: --strategy=dpor --flags=-latomic
// expect: incomplete reason="__atomic_store"
//
// Atomic operations on three bytes are functions of a library that must be linked.
#include <atomic>
#include <thread>

struct Colour {
  unsigned char red, green, blue;
};

static std::atomic<Colour> colour{};

int main() {
  std::thread thread([] { colour.store({1, 2, 3}); });
  const Colour seen = colour.load();
  thread.join();
  return seen.red == 7;
}
