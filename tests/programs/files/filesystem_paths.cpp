// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=dpor -D SHARED=1
// expect: bug kind=data-race
// heddle: --strategy=contextual -D LOOK=1
// expect: bug kind=assertion
//
// std::filesystem: each thread makes folders below its own paths, which are composed of one that nobody changes.
// SHARED: one thread changes a path that the other one reads. LOOK: a folder that the other thread may have made.
#include <cassert>
#include <filesystem>
#include <system_error>
#include <thread>

namespace fs = std::filesystem;

int main() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path() / "heddle_filesystem_paths";
  fs::create_directories(folder, error);
  fs::path shared = folder / "with a name that does not fit into the string itself";
  std::thread first([&] {
    const fs::path mine = folder / "first" / ".." / "first.d";
    std::error_code result;
    fs::create_directory(mine.lexically_normal(), result);
    assert(mine.extension() == ".d" && mine.parent_path().filename() == "..");
#ifdef SHARED
    shared.replace_extension(".txt");
#endif
  });
  std::thread second([&] {
    std::error_code result;
    assert(fs::path("a/b") < fs::path("a/c"));
    assert(shared.has_filename() && fs::status(folder, result).type() == fs::file_type::directory);
#ifdef LOOK
    assert(!fs::exists(folder / "first.d", result));
#endif
  });
  first.join();
  second.join();
  fs::remove_all(folder, error);
}
