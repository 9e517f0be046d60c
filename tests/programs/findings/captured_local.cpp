// heddle:
// expect: bug kind=data-race says="state: kIdle -> kBusy"
// expect: bug kind=data-race says="Neither lambda#1 nor lambda#2 holds a lock there"
//
// Local variables that are captured, and an enumeration.
#include <cstdio>
#include <thread>
#include <vector>

enum class State { kIdle, kBusy, kDone };

int main() {
  int total = 0;
  State state = State::kIdle;
  std::vector<std::thread> workers;
  for (int i = 1; i <= 2; ++i) {
    workers.emplace_back([&total, &state, i] {
      state = State::kBusy;
      total += i;
    });
  }
  for (auto& w : workers) w.join();
  std::printf("%d\n", total);
}
