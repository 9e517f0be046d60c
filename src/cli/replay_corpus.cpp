#include "cli/replay_corpus.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>
#include <vector>

#include "base/installed_file.h"
#include "cli/leftovers.h"
#include "cli/native_program.h"
#include "cli/seeds.h"
#include "native/shared_channel.h"
#include "native/spawn.h"

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr const char* kInclude = "include/heddle/replay.h";
constexpr const char* kInputs = "HEDDLE_INPUTS";
constexpr const char* kProfile = "LLVM_PROFILE_FILE";
constexpr const char* kFile = "{}";  // in the arguments of the program: the file with the inputs
constexpr int kSignals = 128;        // the exit code of a process that was killed, without the signal

// Our environment, with this besides.
Words environment_with(const Words& more) {
  Words result;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view name(*variable, ::strcspn(*variable, "="));
    const auto is_replaced = [&](const std::string& other) { return other.starts_with(std::string(name) + "="); };
    if (std::ranges::none_of(more, is_replaced)) result.emplace_back(*variable);
  }
  result.insert(result.end(), more.begin(), more.end());
  return result;
}

std::string end_text(int code) {
  if (code <= kSignals) return fmt::format("exit code {}", code);
  const char* const name = ::sigabbrev_np(code - kSignals);
  return fmt::format("killed by {}", name == nullptr ? std::to_string(code - kSignals) : fmt::format("SIG{}", name));
}

// One call of the verb.
class CorpusReplay {
 public:
  CorpusReplay(const ReplayOptions& options, Console& console) : options_(options), console_(console) {}

  ExitCode run() {
    const base::Result<Words> files = find_input_files(options_.corpus);
    if (!files) return fail(kUsage, files.error().text());
    const bool compiles = is_source_code(options_.bug);
    if (!compiles && !options_.lcov.empty())
      return fail(kUsage, "--lcov needs the source: a program that is built already counts coverage as it was told to");
    std::error_code error;
    if (!fs::exists(options_.bug, error)) return fail(kUsage, options_.bug + ": there is no such program");
    program_ = fs::absolute(options_.bug, error).string();
    if (compiles) {
      if (const auto problem = compile()) return fail(kCannotBuild, problem->text());
    }
    for (const std::string& file : files.value()) {
      const base::Result<int> code = run_with(file);
      if (!code) return fail(kUsage, code.error().text());
      count(file, code.value());
    }
    if (!options_.lcov.empty()) {
      if (const auto problem = write_lcov()) return fail(kCannotBuild, problem->text());
    }
    tell(files.value().size());
    return failed_ == 0 ? kNoBug : kBug;
  }

 private:
  ExitCode fail(ExitCode code, const std::string& message) {
    console_.err << "heddle: " << message << "\n";
    return code;
  }

  std::optional<base::Error> compile() {
    const base::Result<std::string> header = base::installed_file(kInclude);
    if (!header) return header.error();
    const fs::path include = fs::path(header.value()).parent_path().parent_path();
    const bool cxx = !program_.ends_with(".c");
    const std::string output = folder_.path() + "/program";
    const Words command = {cxx ? "clang++-19" : "clang-19",
                           "-g",
                           "-O1",
                           "-fprofile-instr-generate",
                           "-fcoverage-mapping",
                           "-mllvm",
                           "-runtime-counter-relocation",
                           "-DHEDDLE_REPLAY",
                           "-I",
                           include.string(),
                           "-include",
                           header.value(),
                           program_,
                           "-pthread",
                           "-lm",
                           "-o",
                           output};
    if (auto problem = call(command, "the program does not compile")) return problem;
    source_ = std::exchange(program_, output);
    return {};
  }

  std::optional<base::Error> call(const Words& command, const char* otherwise, int output = STDERR_FILENO) const {
    native::Spawn how{.command = command, .environment = {}};
    how.output = output;
    const base::Result<pid_t> process = native::spawn(how);
    if (!process) return process.error();
    const int code = native::wait_for(process.value());
    if (code == 0) return {};
    return base::Error{"", fmt::format("{}: {} ended with code {}", otherwise, command[0], code)};
  }

  // The inputs are in the variable, in standard input, and where the arguments ask for the file.
  base::Result<int> run_with(const std::string& file) {
    std::error_code error;
    const std::string path = fs::absolute(file, error).string();
    native::Spawn how;
    how.command.push_back(program_);
    for (const std::string& argument : options_.arguments) how.command.push_back(argument == kFile ? path : argument);
    Words more = {fmt::format("{}={}", kInputs, path)};
    // Counted in the file itself, also by a run that is killed.
    if (!source_.empty()) more.push_back(fmt::format("{}={}/%c{}.profraw", kProfile, folder_.path(), runs_));
    ++runs_;
    how.environment = environment_with(more);
    const native::Descriptor input(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    const native::Descriptor nothing(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    how.input = input.number();
    if (!options_.show_output) how.output = how.error = nothing.number();
    const base::Result<pid_t> process = native::spawn(how);
    if (!process) return process.error();
    return native::wait_for(process.value());
  }

  void count(const std::string& file, int code) {
    if (code == 0) return;
    ++failed_;
    if (!options_.quiet) console_.out << fmt::format("{}: {}\n", file, end_text(code));
  }

  std::optional<base::Error> write_lcov() const {
    Words profiles;
    for (std::size_t i = 0; i < runs_; ++i) {
      const std::string profile = fmt::format("{}/{}.profraw", folder_.path(), i);
      std::error_code error;
      if (fs::exists(profile, error)) profiles.push_back(profile);
    }
    const std::string merged = folder_.path() + "/profile";
    const std::string list = folder_.path() + "/list";
    std::ofstream lines(list);
    for (const std::string& profile : profiles) lines << profile << "\n";
    lines.close();
    if (auto problem = call({"llvm-profdata-19", "merge", "-sparse", "-f", list, "-o", merged}, "no coverage"))
      return problem;
    const native::Descriptor output(::open(options_.lcov.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (!output.valid()) return base::Error{options_.lcov, "cannot be written"};
    return call({"llvm-cov-19", "export", "-format=lcov", "-ignore-filename-regex=heddle/replay.h",
                 "-instr-profile=" + merged, program_},
                "no coverage", output.number());
  }

  void tell(std::size_t files) const {
    const std::string color =
        failed_ == 0 ? colored(console_, Color::kGreen, "no run has failed")
                     : colored(console_, Color::kRed, fmt::format("{} run{} failed", failed_, failed_ == 1 ? "" : "s"));
    console_.out << fmt::format("{} input{}: {}\n", files, files == 1 ? "" : "s", color);
    if (!options_.lcov.empty()) console_.out << fmt::format("coverage: {}\n", options_.lcov);
  }

  const ReplayOptions& options_;
  Console& console_;
  TemporaryFolder folder_{new_temporary_folder_name()};
  std::string program_;
  std::string source_;  // that it was compiled from; empty if it was not
  std::size_t runs_ = 0;
  std::size_t failed_ = 0;
};

}  // namespace

ExitCode replay_corpus(const ReplayOptions& options, Console& console) { return CorpusReplay(options, console).run(); }

}  // namespace heddle::cli
