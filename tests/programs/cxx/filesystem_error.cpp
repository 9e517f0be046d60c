// heddle:
// expect: complete
// heddle: -D LATE=1
// expect: bug kind=data-race
//
// Copies of one error of std::filesystem share its paths and its text; the last one frees them.
#include <cassert>
#include <cstring>
#include <filesystem>
#include <optional>
#include <thread>

namespace fs = std::filesystem;

int main() {
  const auto code = std::make_error_code(std::errc::io_error);
  std::optional<fs::filesystem_error> error(std::in_place, "reading", fs::path("/of/one/file"), "/b", code);
  assert(std::strstr(error->what(), "filesystem error: reading") == error->what());
  assert(std::strstr(error->what(), " [/of/one/file] [/b]") != nullptr);
  std::thread thread([copy = *error] { assert(copy.path1().filename() == "file"); });
  const fs::path& path = error->path2();
  assert(path.native() == "/b");
  error.reset();
#if LATE
  assert(path.native() == "/b");
#endif
  thread.join();
  try {
    fs::file_size("/that/does/not/exist");
    assert(false);
  } catch (const fs::filesystem_error& problem) {
    assert(problem.path1() == "/that/does/not/exist" && problem.path2().empty());
  }
}
