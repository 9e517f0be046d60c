// heddle:
// expect: complete
// heddle: -D SHARED=1
// expect: bug kind=data-race
//
// A std::pmr::monotonic_buffer_resource of each thread, or one that both use without a lock: through its virtual
// functions, of which the library has its own.
#include <cassert>
#include <memory_resource>
#include <string>
#include <thread>
#include <vector>

void use(std::pmr::memory_resource* resource) {
  std::pmr::vector<std::pmr::string> texts(resource);
  for (int i = 0; i < 40; ++i) texts.emplace_back("a text that is too long to be in the string itself");
  assert(texts.front() == texts.back());
}

int main() {
  std::pmr::monotonic_buffer_resource first;
  char buffer[64];
  std::pmr::monotonic_buffer_resource second(buffer, sizeof buffer);
  std::thread thread(use, &first);
#if SHARED
  use(&first);
#else
  use(&second);
#endif
  thread.join();
  second.release();
  use(&second);
}
