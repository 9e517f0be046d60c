#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/compiler.h"

namespace heddle::cli {

bool is_compiler_verb(const std::vector<std::string>& arguments) {
  return !arguments.empty() && (arguments[0] == "cc" || arguments[0] == "c++");
}

ExitCode run_compiler(const std::vector<std::string>& arguments, Console& console) {
  const Language language = arguments[0] == "cc" ? Language::kC : Language::kCxx;
  const auto command = compiler_command(language, {arguments.begin() + 1, arguments.end()});
  const base::Error error = command ? become(command.value()) : command.error();
  console.err << "heddle " << arguments[0] << ": " << error.text() << "\n";
  return kCannotBuild;
}

}  // namespace heddle::cli
