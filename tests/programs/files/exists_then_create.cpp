// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
//
// Two threads look whether there is a folder, and make it if not.
#include <cassert>
#include <filesystem>
#include <thread>

namespace {
void make_once() {
  if (!std::filesystem::exists("folder")) assert(std::filesystem::create_directory("folder"));  // @
}
}  // namespace

int main() {
  std::thread a(make_once);
  std::thread b(make_once);
  a.join();
  b.join();
}
