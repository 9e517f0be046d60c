#include <fcntl.h>
#include <fmt/format.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "base/installed_file.h"
#include "cli/commands.h"
#include "cli/leftovers.h"
#include "native/spawn.h"

// The verb `doctor`: what is missing for Heddle to work here, and what to do about it.

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kNeededBytes = std::uintmax_t{100} << 20;
constexpr unsigned long kQuery = 0xffffffff;

constexpr const char* kProgram = R"(#include <atomic>
#include <thread>
std::atomic<int> x;
int main() {
  std::thread t([] { ++x; });
  ++x;
  t.join();
}
)";

bool is_on_path(const std::string& program) {
  const char* const path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::string folder(rest.substr(0, rest.find(':')));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    if (::access(fmt::format("{}/{}", folder, program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

// Tried in a separate process.
bool can_fix_addresses() {
  const pid_t child = ::fork();
  if (child == 0) {
    const auto now = static_cast<unsigned long>(::personality(kQuery));
    ::_exit(::personality(now | ADDR_NO_RANDOMIZE) == -1 ? 1 : 0);
  }
  int status = 1;
  return child > 0 && ::waitpid(child, &status, 0) == child && status == 0;
}

bool can_trace() {
  std::ifstream file("/proc/sys/kernel/yama/ptrace_scope");
  int scope = 0;
  return !(file >> scope) || scope < 2;
}

class Doctor {
 public:
  explicit Doctor(Console& console) : console_(console) {}

  ExitCode run() {
    programs();
    parts();
    system();
    if (missing_ == 0) whole();
    console_.out << (missing_ == 0 ? "everything that Heddle needs is here\n" : "something is missing, see above\n");
    return missing_ == 0 ? kNoBug : kUsage;
  }

 private:
  // Without it, Heddle does not work.
  void need(const std::string& what, bool good, const std::string& advice) {
    if (!good) ++missing_;
    console_.out << (good ? fmt::format("ok       {}\n", what) : fmt::format("MISSING  {}: {}\n", what, advice));
  }

  // Without it, a part of Heddle does not work.
  void want(const std::string& what, bool good, const std::string& advice) {
    console_.out << (good ? fmt::format("ok       {}\n", what) : fmt::format("note     {}: {}\n", what, advice));
  }

  void programs() {
    for (const char* compiler : {"clang-19", "clang++-19"})
      need(compiler, is_on_path(compiler), "install the package clang-19, or add its folder to PATH");
    want("gdb", is_on_path("gdb"), "'heddle replay --gdb' needs it; install the package gdb");
  }

  void parts() {
    constexpr std::array<const char*, 6> kParts = {"libheddle_pass.so",     "libheddle_runtime.a",
                                                   "libheddle_real_main.a", "include/heddle/heddle.h",
                                                   "heddle_slicer",         "heddle_symbolizer"};
    for (const char* part : kParts) {
      const base::Result<std::string> file = base::installed_file(part);
      need(part, static_cast<bool>(file), "build or install Heddle again");
    }
  }

  void system() {
    want("fixed addresses (personality)", can_fix_addresses(),
         "the container forbids it, and runs may differ; docker run --security-opt seccomp=unconfined allows it");
    want("ptrace", can_trace(), "'heddle replay --gdb' needs it; as root: sysctl kernel.yama.ptrace_scope=1");
    std::error_code error;
    const fs::path temporary = fs::temp_directory_path(error);
    const bool writable = !error && ::access(temporary.c_str(), W_OK | X_OK) == 0;
    need("a folder for temporary files", writable, "set TMPDIR to a folder that you can write to");
    const fs::space_info space = fs::space(temporary, error);
    need("100 MB of room in it", !error && space.available >= kNeededBytes, "remove something, or set TMPDIR");
    want("the current folder", ::access(".", W_OK | X_OK) == 0,
         "heddle-out cannot be written here; use --out=DIR or --no-out");
  }

  // Compiles and explores a small program as a user would.
  void whole() {
    const TemporaryFolder folder(new_temporary_folder_name());
    const std::string source = folder.path() + "/small.cpp";
    const bool written = !folder.path().empty() && !base::write_file(source, kProgram);
    need("a small program", written, "it cannot be written to the folder for temporary files");
    if (!written) return;
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    const auto id = native::spawn(
        {.command = {console_.executable, "test", "--no-config", "--no-out", "-q", source}, .output = nowhere});
    const int code = id ? native::wait_for(id.value()) : kInternal;
    ::close(nowhere);
    need(
        "a small program is compiled and explored", code == kNoBug,
        fmt::format("the messages above say why (exit code {}); the linker needs the package libboost-context-dev, and "
                    "programs of C++ need libstdc++-dev",
                    code));
  }

  Console& console_;
  int missing_ = 0;
};

}  // namespace

ExitCode run_doctor(Console& console) { return Doctor(console).run(); }

}  // namespace heddle::cli
