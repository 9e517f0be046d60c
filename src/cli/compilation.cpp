#include "cli/compilation.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "cli/agreement.h"
#include "cli/build_cache.h"
#include "cli/ingredients.h"
#include "native/spawn.h"

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxText = 16u << 20;

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
  return fmt::format("{}\n{}{}", fs::current_path(error).string(), fmt::join(command, "\n"), compiler_environment());
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

  // What the compiler and the linker have read.
  std::optional<std::vector<std::string>> read_files() const {
    std::vector<std::string> files;
    for (const char* name : {kCompiled, kLinked}) {
      const base::Result<std::string> rule = base::read_file(path(name), kMaxText);
      if (!rule) return {};
      for (std::string& file : files_of_rule(rule.value())) {
        if (!file.starts_with(folder_ + "/")) files.push_back(std::move(file));  // not from the compiler to the linker
      }
    }
    return files;
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

bool has_colours() { return ::isatty(STDERR_FILENO) == 1; }

// In the words of GNU's linker or LLVM's. Our own main calls the user's.
bool lacks_main(const std::string& messages) {
  return messages.find("undefined reference to `main'") != std::string::npos ||
         messages.find("undefined symbol: main\n") != std::string::npos;
}

bool lacks_atomics(const std::string& messages) {
  return messages.find("undefined reference to `__atomic_") != std::string::npos ||
         messages.find("undefined symbol: __atomic_") != std::string::npos;
}

base::Result<Compiled> run_and_say(const std::vector<std::string>& command, const std::string& folder,
                                   const Notes& notes) {
  const base::Result<int> code = run(command, folder, notes.messages_file(), notes.messages_file());
  const std::string messages = notes.messages();
  const bool no_main = code && code.value() != 0 && lacks_main(messages);
  if (!no_main) say(messages);  // they are about our own code
  if (!code) return code.error();
  return Compiled{code.value(), no_main, code.value() != 0 && lacks_atomics(messages)};
}

}  // namespace

bool makes_only_program(const std::string& flag) {
  if (flag.ends_with("=native")) return false;  // depends on the machine
  return only_translates(flag) || flag.starts_with("-I") || flag.starts_with("-fsymbolic");
}

base::Result<Compiled> compile_to(std::vector<std::string> command, const std::string& folder,
                                  const std::string& output) {
  const Notes notes(folder);
  if (has_colours()) command.emplace_back("-fcolor-diagnostics");
  command.insert(command.end(), {"-o", output});
  return run_and_say(command, folder, notes);
}

base::Result<Compiled> compile_once(const std::vector<std::string>& command, const std::string& folder,
                                    const std::string& output) {
  const std::optional<BuildCache> cache = BuildCache::of_user();
  if (!cache) return compile_to(command, folder, output);
  const std::string key = fmt::format("{}\n{}", key_of(command), has_colours());
  if (const auto messages = cache->take(key, output)) {
    say(*messages);
    return Compiled{};
  }
  const Notes notes(folder);
  std::vector<std::string> whole = command;
  if (has_colours()) whole.emplace_back("-fcolor-diagnostics");
  const std::vector<std::string> more = notes.options();
  whole.insert(whole.end(), more.begin(), more.end());
  whole.insert(whole.end(), {"-o", output});
  const double begin = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  const base::Result<Compiled> result = run_and_say(whole, folder, notes);
  if (!result || result.value().code != 0) return result;
  const auto files = notes.read_files();
  const auto paths = files ? ingredients(command, *files) : std::nullopt;
  if (paths) cache->keep(key, output, notes.messages(), *paths, begin);
  return result;
}

}  // namespace heddle::cli
