#include "cli/compilation.h"

#include <unistd.h>

#include <string_view>

#include "native/spawn.h"

namespace heddle::cli {

base::Result<int> compile_to(std::vector<std::string> command, const std::string& folder, const std::string& output) {
  command.insert(command.end(), {"-o", output});
  native::Spawn how{.command = command, .output = STDERR_FILENO, .own_group = true};
  for (char** variable = ::environ; *variable != nullptr; ++variable) {
    if (!std::string_view(*variable).starts_with("TMPDIR=")) how.environment.emplace_back(*variable);
  }
  how.environment.push_back("TMPDIR=" + folder);
  const base::Result<pid_t> id = native::spawn(how);
  if (!id) return id.error();
  return native::wait_for(id.value());
}

}  // namespace heddle::cli
