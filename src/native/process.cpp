#include "native/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <ctime>
#include <utility>

#include "abi/channel.h"
#include "native/shared_channel.h"
#include "native/spawn.h"

namespace heddle::native {

namespace {

// The environment of the program: that of the command, plus what makes its runs equal.
std::vector<std::string> environment(const Command& command, int channel) {
  std::vector<std::string> result = command.environment.empty() ? own_environment() : command.environment;
  std::erase_if(result, [](const std::string& text) {
    return text.starts_with(abi::kChannelVariable) || text.starts_with("LD_BIND_NOW=");
  });
  result.push_back(fmt::format("{}={}", abi::kChannelVariable, channel));
  result.emplace_back("LD_BIND_NOW=1");  // symbols bound during a run would be unbound again after it
  return result;
}

}  // namespace

std::vector<std::string> own_environment() {
  std::vector<std::string> result;
  for (char** variable = ::environ; *variable != nullptr; ++variable) result.emplace_back(*variable);
  return result;
}

base::Result<Process> Process::start(const Command& command, int channel, int output) {
  const Descriptor input(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  // A group of its own: Ctrl-C ends the exploration, and must not look like a crash of the program.
  Spawn how{.command = {command.program},
            .environment = environment(command, channel),
            .input = input.number(),
            .output = output,
            .error = output,
            .own_group = true,
            .fixed_addresses = true};
  how.command.insert(how.command.end(), command.arguments.begin(), command.arguments.end());
  const base::Result<pid_t> id = spawn(how);
  if (!id) return id.error();
  return Process(id.value());
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
  const pid_t result = ::waitpid(id_, &status, WNOHANG | WUNTRACED);
  if (result != id_) return {};
  if (WIFSTOPPED(status)) {
    ::kill(id_, SIGCONT);  // nobody but Heddle may stop it
    return {};
  }
  kill_group();
  id_ = -1;
  if (WIFSIGNALED(status)) return fmt::format("signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
  return fmt::format("exit code {}", WEXITSTATUS(status));
}

double Process::seconds() const {
  clockid_t clock = 0;
  timespec taken{};
  if (id_ < 0 || ::clock_getcpuclockid(id_, &clock) != 0 || ::clock_gettime(clock, &taken) != 0) return 0;
  constexpr double kNanosecond = 1e-9;
  return static_cast<double>(taken.tv_sec) + kNanosecond * static_cast<double>(taken.tv_nsec);
}

void Process::send(int signal) const {
  if (id_ > 0) ::kill(id_, signal);
}

// What it started itself is in its group, unless it took care to leave it.
void Process::kill_group() const { ::kill(-id_, SIGKILL); }

void Process::kill() {
  if (id_ < 0) return;
  ::kill(id_, SIGKILL);
  kill_group();
  ::waitpid(id_, nullptr, 0);
  id_ = -1;
}

}  // namespace heddle::native
