// limit: What is left in the library, and is not known to leave shared memory alone
// What the C++ library does to objects of its own is not known everywhere.
// heddle:
// expect: incomplete reason="std::filesystem::space"
#include <filesystem>
#include <thread>

int main() {
  std::thread thread([] {});
  const bool has_room = std::filesystem::space("/").capacity > 0;
  thread.join();
  return has_room ? 0 : 1;
}
