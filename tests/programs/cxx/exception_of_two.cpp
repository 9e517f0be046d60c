// heddle: --strategy=dpor --keep-going
// expect: bug kind=data-race traces=128
// heddle: --strategy=contextual
// expect: bug kind=data-race
//
// Both threads rethrow the same exception, which is one object. There are 4 orders of their accesses to it; the others
// are those in which they count who refers to it.
#include <exception>
#include <thread>

struct Problem {
  int count = 0;
};

std::exception_ptr problem;

void count() {
  try {
    std::rethrow_exception(problem);
  } catch (Problem& p) {
    ++p.count;
  }
}

int main() {
  try {
    throw Problem();
  } catch (...) {
    problem = std::current_exception();
  }
  std::thread other(count);
  count();
  other.join();
}
