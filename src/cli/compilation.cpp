#include "cli/compilation.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

#include "base/file.h"
#include "cli/agreement.h"
#include "cli/build_cache.h"
#include "native/spawn.h"

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxText = 16u << 20;

// What compilers and linkers read from the environment: lists of folders, and others.
constexpr std::array<const char*, 4> kFolderLists = {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH"};
constexpr std::array<const char*, 10> kVariables = {
    "PATH",        "COMPILER_PATH", "GCC_EXEC_PREFIX", "CCC_OVERRIDE_OPTIONS", "SOURCE_DATE_EPOCH",
    "LD_RUN_PATH", "LC_ALL",        "LD_LIBRARY_PATH", "LD_PRELOAD",           "HEDDLE_LIBRARY"};

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

base::Result<int> run(const std::vector<std::string>& command, const std::string& folder, int output, int error) {
  native::Spawn how{.command = command, .output = output, .error = error, .own_group = true};
  for (char** variable = ::environ; *variable != nullptr; ++variable) {
    if (!std::string_view(*variable).starts_with("TMPDIR=")) how.environment.emplace_back(*variable);
  }
  how.environment.push_back("TMPDIR=" + folder);
  const base::Result<pid_t> id = native::spawn(how);
  if (!id) return id.error();
  return native::wait_for(id.value());
}

std::string key_of(const std::vector<std::string>& command) {
  std::error_code error;
  std::string key = fmt::format("{}\n{}", fs::current_path(error).string(), fmt::join(command, "\n"));
  for (const char* name : kFolderLists) key += fmt::format("\n{}={}", name, variable(name));
  for (const char* name : kVariables) key += fmt::format("\n{}={}", name, variable(name));
  return key;
}

void add_folders(const std::string& list, std::vector<std::string>& paths) {
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(':', begin), list.size());
    paths.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
}

// The folder that an argument names: as a whole, or after a one-letter option.
std::optional<std::string> folder_in(const std::string& argument) {
  std::error_code error;
  if (fs::is_directory(argument, error)) return argument;
  const bool option = argument.starts_with("-I") || argument.starts_with("-L");
  if (option && fs::is_directory(argument.substr(2), error)) return argument.substr(2);
  return {};
}

// Where compilers look for headers and libraries, whether or not there are any.
std::vector<std::string> looked_into(const std::vector<std::string>& command) {
  std::vector<std::string> paths = {"/usr/local/include", "/usr/local/lib"};
  for (const char* name : kFolderLists) add_folders(variable(name), paths);
  for (const std::string& argument : command) {
    if (auto folder = folder_in(argument)) paths.push_back(std::move(*folder));
  }
  std::error_code error;
  std::erase_if(paths, [&](const std::string& path) { return !fs::is_directory(path, error); });
  return paths;
}

// The compiler itself: its program, and the plugin among its arguments.
std::vector<std::string> tools_of(const std::vector<std::string>& command) {
  std::vector<std::string> paths;
  std::vector<std::string> folders;
  add_folders(variable("PATH"), folders);
  std::error_code error;
  const auto found = std::ranges::find_if(
      folders, [&](const std::string& folder) { return fs::exists(fs::path(folder) / command[0], error); });
  if (found != folders.end()) paths.push_back(*found + "/" + command[0]);
  constexpr std::string_view kPlugin = "-fpass-plugin=";
  for (const std::string& argument : command) {
    if (argument.starts_with(kPlugin)) paths.push_back(argument.substr(kPlugin.size()));
  }
  return paths;
}

// What the compiler and the linker write down in the folder, for as long as this object exists.
class Notes {
 public:
  explicit Notes(std::string folder)
      : folder_(std::move(folder)),
        file_(::open(path(kMessages).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)) {}
  Notes(const Notes&) = delete;
  Notes& operator=(const Notes&) = delete;
  ~Notes() {
    ::close(file_);
    for (const char* name : {kMessages, kCompiled, kLinked}) ::unlink(path(name).c_str());
  }

  std::vector<std::string> options() const {
    return {"-MD", "-MF", path(kCompiled), "-Xlinker", "--dependency-file=" + path(kLinked)};
  }
  int messages_file() const { return file_; }
  std::string messages() const {
    const base::Result<std::string> text = base::read_file(path(kMessages), kMaxText);
    return text ? text.value() : "";
  }

  // What the program was made from: files, and the folders that contain them.
  std::optional<std::vector<std::string>> read_files() const {
    std::vector<std::string> paths;
    for (const char* name : {kCompiled, kLinked}) {
      const base::Result<std::string> rule = base::read_file(path(name), kMaxText);
      if (!rule) return {};
      for (const std::string& file : files_of_rule(rule.value())) {
        if (file.starts_with(folder_ + "/")) continue;  // from the compiler to the linker
        const fs::path parent = fs::path(file).parent_path();
        paths.push_back(file);
        paths.push_back(parent.empty() ? "." : parent.string());
      }
    }
    return paths;
  }

 private:
  static constexpr const char* kMessages = "compiler.messages";
  static constexpr const char* kCompiled = "compiler.d";
  static constexpr const char* kLinked = "linker.d";

  std::string path(const char* name) const { return folder_ + "/" + name; }

  std::string folder_;
  int file_;
};

void say(const std::string& messages) {
  for (std::size_t done = 0; done < messages.size();) {
    const ssize_t written = ::write(STDERR_FILENO, messages.data() + done, messages.size() - done);
    if (written <= 0) return;
    done += static_cast<std::size_t>(written);
  }
}

}  // namespace

bool makes_only_program(const std::string& flag) {
  return only_translates(flag) || flag.starts_with("-I") || flag.starts_with("-fsymbolic");
}

base::Result<int> compile_to(std::vector<std::string> command, const std::string& folder, const std::string& output) {
  command.insert(command.end(), {"-o", output});
  return run(command, folder, STDERR_FILENO, -1);
}

base::Result<int> compile_once(const std::vector<std::string>& command, const std::string& folder,
                               const std::string& output) {
  const std::optional<BuildCache> cache = BuildCache::of_user();
  if (!cache) return compile_to(command, folder, output);
  const bool colours = ::isatty(STDERR_FILENO) == 1;
  const std::string key = fmt::format("{}\n{}", key_of(command), colours);
  if (const auto messages = cache->take(key, output)) {
    say(*messages);
    return 0;
  }
  const Notes notes(folder);
  std::vector<std::string> whole = command;
  if (colours) whole.emplace_back("-fcolor-diagnostics");
  const std::vector<std::string> more = notes.options();
  whole.insert(whole.end(), more.begin(), more.end());
  whole.insert(whole.end(), {"-o", output});
  const double begin = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  const base::Result<int> code = run(whole, folder, notes.messages_file(), notes.messages_file());
  const std::string messages = notes.messages();
  say(messages);
  if (!code || code.value() != 0) return code;
  if (auto paths = notes.read_files()) {
    for (const auto& others : {looked_into(command), tools_of(command)})
      paths->insert(paths->end(), others.begin(), others.end());
    cache->keep(key, output, messages, *paths, begin);
  }
  return code;
}

}  // namespace heddle::cli
