// heddle:
// expect: complete
// heddle: -D LATE=1
// expect: bug kind=data-race
//
// Copies of one error share its text, and the last one frees it.
#include <cassert>
#include <cstring>
#include <stdexcept>
#include <thread>

int main() {
  const char* text = nullptr;
  std::thread thread;
  {
    std::runtime_error problem("of the file");
    thread = std::thread([copy = problem] {
      assert(std::strlen(copy.what()) == 11);
      std::logic_error first("first");
      const std::logic_error second("second");
      first = second;
      assert(first.what() == second.what());
    });
    text = problem.what();
    const std::runtime_error moved(std::move(problem));
    assert(text[0] == 'o');
  }
#if LATE
  assert(text[0] == 'o');
#endif
  thread.join();
}
