#include "host/debugger.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "abi/channel.h"
#include "host/shared_channel.h"

namespace heddle::host {

namespace {

// What is typed at the terminal is for gdb alone: its Ctrl-C shall not end us.
class IgnoredInterrupt {
 public:
  IgnoredInterrupt() {
    struct sigaction ignore{};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGINT, &ignore, &before_);
  }
  IgnoredInterrupt(const IgnoredInterrupt&) = delete;
  IgnoredInterrupt& operator=(const IgnoredInterrupt&) = delete;
  ~IgnoredInterrupt() { ::sigaction(SIGINT, &before_, nullptr); }

 private:
  struct sigaction before_{};
};

// The program must find the same environment as without gdb, which sets LINES and COLUMNS. At a breakpoint on a
// function, the register of its first argument still holds it.
std::string script(int channel) {
  return fmt::format(R"(set confirm off
set disable-randomization on
set startup-with-shell off
set environment {} {}
set environment LD_BIND_NOW 1
unset environment LINES
unset environment COLUMNS
break heddle_finding
commands
printf "heddle: %s\n", (char*) $rdi
end
)",
                     abi::kChannelVariable, channel);
}

base::Error problem(const char* what, int error) {
  return {.message = fmt::format("cannot {}: {}", what, std::strerror(error))};
}

// gdb and what it starts inherit the descriptors.
base::Result<pid_t> start(const std::vector<std::string>& arguments) {
  std::vector<char*> pointers;
  pointers.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t interrupt;
  ::sigemptyset(&interrupt);
  ::sigaddset(&interrupt, SIGINT);
  ::posix_spawnattr_setsigdefault(&attributes, &interrupt);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t id = -1;
  const int error = ::posix_spawnp(&id, pointers[0], nullptr, &attributes, pointers.data(), ::environ);
  ::posix_spawnattr_destroy(&attributes);
  if (error == ENOENT)
    return base::Error{.message = "gdb is not installed; on Debian and Ubuntu, it is the package gdb"};
  if (error != 0) return problem("run gdb", error);
  return id;
}

}  // namespace

base::Result<int> run_gdb(const Command& command, int channel, const std::vector<std::string>& more) {
  const Descriptor commands(::memfd_create("heddle-gdb-commands", 0));
  const std::string text = script(channel);
  if (!commands.valid() || ::write(commands.number(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    return problem("write the commands for gdb", errno);
  std::vector<std::string> arguments = {"gdb", "-q", "-x", fmt::format("/dev/fd/{}", commands.number())};
  arguments.insert(arguments.end(), more.begin(), more.end());
  arguments.insert(arguments.end(), {"--args", command.program});
  arguments.insert(arguments.end(), command.arguments.begin(), command.arguments.end());
  const IgnoredInterrupt ignored;
  const base::Result<pid_t> id = start(arguments);
  if (!id) return id.error();
  int status = 0;
  while (::waitpid(id.value(), &status, 0) < 0) {
    if (errno != EINTR) return problem("wait for gdb", errno);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace heddle::host
