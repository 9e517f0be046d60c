#include "native/debugger.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
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

// Does the text in the register of the first argument begin with this kind? Only what fits into a word is compared.
std::string condition(const std::string& kind) {
  if (kind.empty()) return {};
  std::uint64_t begin = 0;
  const std::size_t size = std::min(kind.size(), sizeof begin);
  std::memcpy(&begin, kind.data(), size);
  const std::uint64_t mask = size == sizeof begin ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * size)) - 1;
  return fmt::format(" if (*(unsigned long*) $rdi & {:#x}) == {:#x}", mask, begin);
}

// The program must find the same environment as without gdb, which sets LINES and COLUMNS. At a breakpoint on a
// function, the register of its first argument still holds it. The user is shown the innermost call of the program, not
// those of the runtime and of libraries in it, which stacks leave out, too. A gdb without Python stays where it is.
std::string script(int channel, const std::string& kind) {
  return fmt::format(R"(set confirm off
set disable-randomization on
set startup-with-shell off
set environment {} {}
set environment LD_BIND_NOW 1
unset environment LINES
unset environment COLUMNS
break heddle_finding{}
commands
silent
printf "heddle: %s\n", (char*) $rdi
python heddle_show_program()
end
python
def heddle_is_own(frame):
  table = frame.find_sal().symtab
  return frame.name() == "heddle_finding" or (table is not None and table.filename.startswith("/heddle/src/"))

class HeddleFrames:
  def __init__(self):
    self.name = "heddle"
    self.priority = 100
    self.enabled = True
    gdb.frame_filters[self.name] = self
  def filter(self, frames):
    return (frame for frame in frames if not heddle_is_own(frame.inferior_frame()))
HeddleFrames()

def heddle_show_program():
  thread = gdb.selected_thread()
  print('in thread {{}}, "{{}}":'.format(thread.num, thread.name))
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
                     abi::kChannelVariable, channel, condition(kind));
}

base::Error problem(const char* what, int error) {
  return {.message = fmt::format("cannot {}: {}", what, std::strerror(error))};
}

}  // namespace

base::Result<int> run_gdb(const Command& command, int channel, const std::string& kind,
                          const std::vector<std::string>& more) {
  const Descriptor commands(::memfd_create("heddle-gdb-commands", 0));
  const std::string text = script(channel, kind);
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
