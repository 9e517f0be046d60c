#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "cli/commands.h"
#include "cli/starter.h"

// The verb `init`: a first test, and the lines of CMake that run it.

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;

enum class Made { kNow, kBefore, kNot };

// Never overwrites an existing file, even if it appears in the meantime.
Made make_file(const std::string& path, std::string_view text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return errno == EEXIST ? Made::kBefore : Made::kNot;
  const bool written = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  ::close(file);
  return written ? Made::kNow : Made::kNot;
}

// Where CMake finds the package of this heddle.
std::string prefix_of(const Console& console) {
  const fs::path folder = fs::path(console.executable).parent_path();
  std::error_code ignored;
  return fs::exists(folder / "HeddleConfig.cmake", ignored) ? folder.string() : folder.parent_path().string();
}

}  // namespace

ExitCode run_init(const InitOptions& options, Console& console) {
  const auto fail = [&](const std::string& path) {
    console.err << fmt::format("heddle: {}: cannot write this: {}\n", path, std::strerror(errno));
    return kUsage;
  };
  std::error_code error;
  fs::create_directories(options.folder, error);
  int made = 0;
  const std::array<std::pair<const char*, const char*>, 2> files = {
      {{"CMakeLists.txt", kStarterProject}, {"counter_test.cpp", kStarterTest}}};
  for (const auto& [name, text] : files) {
    const std::string path = (fs::path(options.folder) / name).string();
    const Made how = make_file(path, text);
    if (how == Made::kNot) return fail(path);
    if (how == Made::kNow) ++made;
    console.out << path << (how == Made::kNow ? ": written\n" : ": exists, and stays as it is\n");
  }
  if (made == 0) {
    console.err << "heddle: nothing was written\n";
    return kUsage;
  }
  const std::string folder = fs::path(options.folder).lexically_normal().string();
  console.out << fmt::format(
      "\nTry it:\n  cmake -S '{0}' -B '{0}/build' -DCMAKE_PREFIX_PATH='{1}'\n  cmake --build '{0}/build'\n"
      "  ctest --test-dir '{0}/build' --output-on-failure\n\nIn a project of CMake: add_subdirectory({0})\n",
      folder, prefix_of(console));
  return kNoBug;
}

}  // namespace heddle::cli
