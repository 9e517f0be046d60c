// heddle: --strategy=contextual --flags=-std=c++20
// expect: bug kind=error where=@
// heddle: --strategy=dpor --flags="-O2 -std=c++20"
// expect: bug kind=error where=@

// new without a value, handed over as an argument.

#include <memory>
#include <thread>

static int sum;

static void add(int number) { sum += number; }

int main() {
  std::thread thread([] { sum = 1; });
  thread.join();
  const auto numbers = std::make_unique_for_overwrite<int[]>(4);
  numbers[0] = 1;
  add(numbers[0]);
  add(numbers[3]);  // @
}
