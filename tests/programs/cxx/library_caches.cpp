// heddle:
// expect: complete
//
// Facets compute what a character is when they are first asked, and keep it for all threads, without a lock.
#include <cassert>
#include <ctime>
#include <iomanip>
#include <locale>
#include <sstream>
#include <thread>

void use() {
  std::tm day = {};
  std::ostringstream out;
  out << std::put_time(&day, "%H:%M:%S");
  assert(out.str() == "00:00:00");
  const auto& characters = std::use_facet<std::ctype<char>>(out.getloc());
  assert(characters.narrow('x', '?') == 'x' && characters.widen('y') == 'y');
}

int main() {
  std::thread thread(use);
  use();
  thread.join();
}
