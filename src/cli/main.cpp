#include <iostream>
#include <string>
#include <vector>

#include "cli/commands.h"

namespace {

using namespace heddle::cli;

ExitCode run(const Command& command, const std::vector<std::string>& words, Console& console) {
  struct Runner {
    const std::vector<std::string>& words;
    Console& console;

    ExitCode operator()(const TestOptions& options) const { return run_test(options, words, console); }
    ExitCode operator()(const AskOptions& options) const { return run_ask(options, console); }
    ExitCode operator()(const ReplayOptions& options) const { return run_replay(options, console); }
    ExitCode operator()(const DumpOptions& options) const { return run_dump(options, console); }
    ExitCode operator()(const StrategiesOptions&) const { return run_strategies(console); }
    ExitCode operator()(const Message& message) const {
      (message.code == kNoBug ? console.out : console.err) << message.text;
      return message.code;
    }
  };
  return std::visit(Runner{words, console}, command);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv, argv + argc);
  Console console = standard_console(argc > 0 ? argv[0] : "heddle");
  const std::vector<std::string> arguments(words.begin() + (argc > 0 ? 1 : 0), words.end());
  if (is_compiler_verb(arguments)) return run_compiler(arguments, console);
  const ExitCode code = run(parse_arguments(arguments), words, console);
  console.out.flush();
  if (!console.out.good()) {
    console.err << "heddle: cannot write to standard output\n";
    return kUsage;
  }
  return code;
}
