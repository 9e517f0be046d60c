#include <fcntl.h>
#include <unistd.h>

#include <iostream>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/gtest.h"
#include "cli/memory_use.h"
#include "cli/supervisor.h"
#include "cli/unfinished.h"

namespace {

using namespace heddle::cli;

ExitCode run(const Command& command, const std::vector<std::string>& words, Console& console) {
  struct Runner {
    const std::vector<std::string>& words;
    Console& console;

    ExitCode operator()(const TestOptions& options) const { return run_test(options, words, console); }
    ExitCode operator()(const AskOptions& options) const { return run_ask(options, console); }
    ExitCode operator()(const ReplayOptions& options) const { return run_replay(options, console); }
    ExitCode operator()(const KeepOptions& options) const { return run_keep(options, console); }
    ExitCode operator()(const ReportOptions& options) const { return run_report(options, console); }
    ExitCode operator()(const DumpOptions& options) const { return run_dump(options, console); }
    ExitCode operator()(const SliceOptions& options) const { return run_slice(options, console); }
    ExitCode operator()(const StrategiesOptions&) const { return run_strategies(console); }
    ExitCode operator()(const InitOptions& options) const { return run_init(options, console); }
    ExitCode operator()(const DoctorOptions&) const { return run_doctor(console); }
    ExitCode operator()(const Message& message) const {
      (message.code == kNoBug ? console.out : console.err) << message.text;
      return message.code;
    }
  };
  return std::visit(Runner{words, console}, command);
}

// A closed standard stream would be reused for the next file that is opened. Reading from its stand-in returns nothing,
// and writing to it is an error.
void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", O_RDONLY);
  }
}

// What was written may not have reached its reader.
ExitCode checked(ExitCode code, Console& console) {
  console.out.flush();
  if (console.out.good()) return code;
  console.err << "heddle: cannot write to standard output\n";
  return code == kBug ? kBug : kUsage;
}

Limits limits_of(const Command& command) {
  const auto from = [](const heddle::explore::Budget& budget) { return Limits{budget.seconds, budget.memory}; };
  if (const auto* test = std::get_if<TestOptions>(&command)) return from(test->budget);
  if (const auto* ask = std::get_if<AskOptions>(&command)) return from(ask->budget);
  return {.memory = default_memory_limit()};
}

// Does it run or explore a program?
bool needs_supervisor(const Command& command) {
  return !std::holds_alternative<Message>(command) && !std::holds_alternative<StrategiesOptions>(command) &&
         !std::holds_alternative<InitOptions>(command) && !std::holds_alternative<KeepOptions>(command) &&
         !std::holds_alternative<ReportOptions>(command) && !std::holds_alternative<DoctorOptions>(command);
}

// Runs the command in a supervised process; returns its exit code.
int supervise(const Command& command, const std::vector<std::string>& words, Console& console) {
  const auto work = [&](Session& session) {
    console.session = &session;
    return checked(run(command, words, console), console);
  };
  const auto epilogue = [&](const Session& session, const Ending& ending) {
    return checked(tell_unfinished(command, words, console, session, ending), console);
  };
  return Supervisor::run(limits_of(command), work, epilogue);
}

}  // namespace

int main(int argc, char** argv) {
  open_standard_streams();
  const std::vector<std::string> words(argv, argv + argc);
  Console console = standard_console(argc > 0 ? argv[0] : "heddle");
  const std::vector<std::string> arguments = arguments_of(words);
  if (is_compiler_verb(arguments)) return run_compiler(arguments, console);
  const Command command = parse_arguments(arguments);
  if (!needs_supervisor(command)) return checked(run(command, words, console), console);
  const auto* const test = std::get_if<TestOptions>(&command);
  if (test == nullptr || !test->gtest) return supervise(command, words, console);
  const auto explore_one = [&](const TestOptions& options, Console& out) {
    return static_cast<ExitCode>(supervise(options, words, out));
  };
  return checked(run_gtest(*test, console, explore_one), console);
}
