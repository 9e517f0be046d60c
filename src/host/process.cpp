#include "host/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <string_view>
#include <utility>

#include "abi/channel.h"

namespace heddle::host {

namespace {

// Switches address space randomisation off for what is started while this lives.
class FixedAddresses {
 public:
  FixedAddresses() : before_(::personality(kQuery)) {
    if (before_ != -1) ::personality(static_cast<unsigned long>(before_) | ADDR_NO_RANDOMIZE);
  }
  FixedAddresses(const FixedAddresses&) = delete;
  FixedAddresses& operator=(const FixedAddresses&) = delete;
  ~FixedAddresses() {
    if (before_ != -1) ::personality(static_cast<unsigned long>(before_));
  }

 private:
  static constexpr unsigned long kQuery = 0xffffffff;
  int before_;
};

// The environment of the program: ours, with what makes its runs equal.
std::vector<std::string> environment(int channel) {
  std::vector<std::string> result;
  for (char** variable = ::environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    if (text.starts_with(abi::kChannelVariable) || text.starts_with("LD_BIND_NOW=")) continue;
    result.emplace_back(text);
  }
  result.push_back(fmt::format("{}={}", abi::kChannelVariable, channel));
  result.emplace_back("LD_BIND_NOW=1");  // symbols bound in a run would be unbound again after it
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  result.reserve(texts.size() + 1);
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

base::Result<Process> Process::start(const Command& command, int channel, int output) {
  std::vector<std::string> arguments = {command.program};
  arguments.insert(arguments.end(), command.arguments.begin(), command.arguments.end());
  std::vector<std::string> variables = environment(channel);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  // A group of its own: Ctrl-C ends the exploration, and must not look like a death of the program.
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  pid_t id = -1;
  int error = 0;
  {
    const FixedAddresses fixed;
    error = ::posix_spawn(&id, command.program.c_str(), &actions, &attributes, pointers(arguments).data(),
                          pointers(variables).data());
  }
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    return base::Error{.message = fmt::format("cannot start {}: {}", command.program, std::strerror(error))};
  return Process(id);
}

Process::Process(Process&& other) noexcept : id_(std::exchange(other.id_, -1)) {}

Process& Process::operator=(Process&& other) noexcept {
  std::swap(id_, other.id_);
  return *this;
}

Process::~Process() { kill(); }

std::optional<std::string> Process::ended() {
  if (id_ < 0) return "not started";
  int status = 0;
  const pid_t result = ::waitpid(id_, &status, WNOHANG);
  if (result != id_) return {};
  id_ = -1;
  if (WIFSIGNALED(status)) return fmt::format("signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
  return fmt::format("exit code {}", WEXITSTATUS(status));
}

void Process::send(int signal) const {
  if (id_ > 0) ::kill(id_, signal);
}

void Process::kill() {
  if (id_ < 0) return;
  ::kill(id_, SIGKILL);
  ::waitpid(id_, nullptr, 0);
  id_ = -1;
}

}  // namespace heddle::host
