#include "native/spawn.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include <set>

#include "base/stop.h"

namespace heddle::native {

namespace {

constexpr int kPollMilliseconds = 20;

// Processes started here, which others wait for. Held while a process is started, so that one that ends immediately is
// known, too.
std::mutex started_mutex;
std::set<pid_t> started;

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  result.reserve(texts.size() + 1);
  for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

// The path of a program given without one.
std::optional<std::string> find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const char* const list = std::getenv("PATH");
  std::string_view rest = list == nullptr ? "/usr/bin:/bin" : list;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    std::string path = fmt::format("{}/{}", end == 0 ? "." : rest.substr(0, end), name);
    if (::access(path.c_str(), X_OK) == 0) return path;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

// Signals are blocked while this exists: one of our handlers must not run in the child, which shares our memory.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;
  ~BlockedSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

// The child before it becomes the program: only system calls, since it shares our memory. Returns the error if it
// fails.
int become(const char* path, char* const* arguments, char* const* environment, const Spawn& how, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // the parent died before
  if (how.own_group) ::setpgid(0, 0);
  if (how.fixed_addresses) {
    constexpr unsigned long kQuery = 0xffffffff;
    ::personality(static_cast<unsigned long>(::personality(kQuery)) | ADDR_NO_RANDOMIZE);
  }
  if (how.input >= 0) ::dup2(how.input, STDIN_FILENO);
  if (how.output >= 0) ::dup2(how.output, STDOUT_FILENO);
  if (how.error >= 0) ::dup2(how.error, STDERR_FILENO);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execve(path, arguments, environment);
  return errno;
}

// Is the process still running? Its status if not.
bool is_running(pid_t process, int& status) {
  const pid_t ended = ::waitpid(process, &status, WNOHANG);
  return ended == 0 || (ended < 0 && errno == EINTR);
}

}  // namespace

base::Result<pid_t> spawn(const Spawn& how) {
  const auto problem = [&](int error) {
    return base::Error{"", fmt::format("cannot run {}: {}", how.command[0], std::strerror(error))};
  };
  const std::optional<std::string> path = find_program(how.command[0]);
  if (!path) return problem(ENOENT);
  const std::vector<char*> arguments = pointers(how.command);
  const std::vector<char*> variables = pointers(how.environment);
  char* const* const environment = how.environment.empty() ? ::environ : variables.data();
  const pid_t parent = ::getpid();
  volatile int error = 0;
  const std::lock_guard lock(started_mutex);
  const BlockedSignals blocked;
  // Forking would copy the page tables of all our memory. The child runs while we wait.
  const pid_t child = ::vfork();
  if (child == 0) {
    error = become(path->c_str(), arguments.data(), environment, how, parent);
    ::_exit(1);
  }
  if (child < 0) return problem(errno);
  if (error != 0) {
    ::waitpid(child, nullptr, 0);
    return problem(error);
  }
  started.insert(child);
  return child;
}

void start_no_more() { started_mutex.lock(); }

void reap_orphans() {
  const std::lock_guard lock(started_mutex);
  while (true) {
    siginfo_t dead{};
    if (::waitid(P_ALL, 0, &dead, WEXITED | WNOHANG | WNOWAIT) != 0 || dead.si_pid == 0) return;
    if (started.contains(dead.si_pid)) return;
    ::waitpid(dead.si_pid, nullptr, WNOHANG);
  }
}

int wait_for(pid_t process) {
  // Without a descriptor for the process (old kernels) the poll is a nap.
  pollfd ended{static_cast<int>(::syscall(SYS_pidfd_open, process, 0)), POLLIN, 0};
  int status = 0;
  bool stopped = false;
  while (!stopped && is_running(process, status)) {
    ::poll(&ended, 1, kPollMilliseconds);
    stopped = base::stop_requested();
  }
  if (ended.fd >= 0) ::close(ended.fd);
  if (stopped) {
    ::kill(-process, SIGKILL);  // if it has a group of its own
    ::kill(process, SIGKILL);
    ::waitpid(process, nullptr, 0);
    throw base::Stopped{};
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace heddle::native
