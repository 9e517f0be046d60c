// heddle: --flags=-O2
// expect: bug kind=deadlock says="take_second (last_call_locks.cpp:"
//
// The function whose last call takes the lock is on the stack.
#include <mutex>
#include <thread>

std::mutex a;
std::mutex b;

__attribute__((noinline)) void take_second(std::mutex& m) { m.lock(); }

void both(std::mutex& first, std::mutex& second) {
  first.lock();
  take_second(second);
  second.unlock();
  first.unlock();
}

int main() {
  std::thread other([] { both(a, b); });
  both(b, a);
  other.join();
}
