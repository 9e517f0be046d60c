// limit: What is left in the library, and is not known to leave shared memory alone
// What the C++ library does to objects of its own is not known everywhere.
// heddle:
// expect: incomplete reason="std::filesystem::status"
#include <filesystem>
#include <thread>

int main() {
  std::thread thread([] {});
  const bool exists = std::filesystem::exists("/");
  thread.join();
  return exists ? 0 : 1;
}
