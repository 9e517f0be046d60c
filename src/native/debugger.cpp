#include "native/debugger.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "abi/channel.h"
#include "native/shared_channel.h"
#include "native/spawn.h"

namespace heddle::native {

namespace {

// What is typed at the terminal is for gdb alone: its Ctrl-C must not end Heddle.
class IgnoredInterrupt {
 public:
  IgnoredInterrupt() {
    struct sigaction ignore{};
    ignore.sa_handler = [](int) {};  // gdb itself gets the default again
    ignore.sa_flags = SA_RESTART;
    ::sigaction(SIGINT, &ignore, &before_);
  }
  IgnoredInterrupt(const IgnoredInterrupt&) = delete;
  IgnoredInterrupt& operator=(const IgnoredInterrupt&) = delete;
  ~IgnoredInterrupt() { ::sigaction(SIGINT, &before_, nullptr); }

 private:
  struct sigaction before_{};
};

// The program must find the same environment as without gdb, which sets LINES and COLUMNS. At a breakpoint on a
// function, the register of its first argument still holds it. The user is shown the innermost call of the program, not
// those of the runtime and of libraries in it. A gdb without Python stays where it is.
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
python heddle_show_program()
end
python
def heddle_show_program():
  frame = gdb.newest_frame()
  while frame is not None:
    table = frame.find_sal().symtab
    if table is not None and not table.filename.startswith(("/heddle/src/", "/usr/")):
      frame.select()
      gdb.execute("frame")
      return
    frame = frame.older()
end
)",
                     abi::kChannelVariable, channel);
}

base::Error problem(const char* what, int error) {
  return {.message = fmt::format("cannot {}: {}", what, std::strerror(error))};
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
  // gdb and what it starts inherit the descriptors.
  const base::Result<pid_t> id = spawn({.command = std::move(arguments)});
  if (!id) return base::Error{"", id.error().text() + "; on Debian and Ubuntu, it is in the package gdb"};
  return wait_for(id.value());
}

}  // namespace heddle::native
