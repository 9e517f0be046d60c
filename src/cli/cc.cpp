#include <filesystem>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/tool_chain.h"

namespace heddle::cli {

namespace {

// After the verb: the next word is another compiler, for which the arguments were meant. So a build system that puts a
// word before its compiler can use ours instead.
constexpr const char* kInsteadOf = "--instead-of";

bool names_compiler(const std::string& word) { return word == "cc" || word == "c++"; }

}  // namespace

std::vector<std::string> arguments_of(const std::vector<std::string>& words) {
  if (words.empty()) return {};
  std::vector<std::string> arguments(words.begin() + 1, words.end());
  const std::string name = std::filesystem::path(words[0]).filename().string();
  if (name == "heddle-cc") arguments.insert(arguments.begin(), "cc");
  if (name == "heddle-c++") arguments.insert(arguments.begin(), "c++");
  return arguments;
}

bool is_compiler_verb(const std::vector<std::string>& arguments) {
  return !arguments.empty() && names_compiler(arguments[0]);
}

ExitCode run_compiler(const std::vector<std::string>& arguments, Console& console) {
  const Language language = arguments[0] == "cc" ? Language::kC : Language::kCxx;
  const bool replaces = arguments.size() > 2 && arguments[1] == kInsteadOf;
  const auto command = compiler_command(language, {arguments.begin() + (replaces ? 3 : 1), arguments.end()});
  const base::Error error = command ? become(command.value()) : command.error();
  console.err << "heddle " << arguments[0] << ": " << error.text() << "\n";
  return kCannotBuild;
}

}  // namespace heddle::cli
