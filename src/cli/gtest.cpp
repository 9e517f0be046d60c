#include "cli/gtest.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>

#include "base/file.h"
#include "cli/gtest_list.h"
#include "cli/leftovers.h"
#include "cli/native_program.h"
#include "cli/tool_chain.h"
#include "native/spawn.h"
#include "report/merge.h"

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxOutput = std::size_t{64} << 20;
constexpr std::string_view kFilter = "--gtest_filter=";

volatile sig_atomic_t interrupted = 0;
volatile pid_t running = 0;

// The process that explores is in our group and has received a terminal signal itself; others are passed on.
void on_signal(int signal) {
  interrupted = 1;
  if (signal != SIGINT && running > 0) ::kill(running, signal);
}

void handle(int signal) {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  ::sigaction(signal, &action, nullptr);
}

// From bad to worst.
ExitCode worse(ExitCode a, ExitCode b) {
  constexpr std::array kOrder = {kNoBug, kIncomplete, kUsage, kCannotBuild, kNotDeterministic, kInternal, kBug};
  const auto rank = [&](ExitCode code) { return std::ranges::find(kOrder, code) - kOrder.begin(); };
  return rank(a) < rank(b) ? b : a;
}

// "Suite.Name/0" as the name of a directory.
std::string folder_name(std::string test) {
  std::ranges::replace(test, '/', '-');
  return test;
}

class Gtest {
 public:
  Gtest(const TestOptions& options, Console& console, const ExploreOne& explore_one)
      : options_(options), console_(console), explore_one_(explore_one), folder_(new_temporary_folder_name()) {}

  ExitCode run() {
    if (folder_.path().empty()) return fail(kUsage, "cannot make a temporary folder");
    if (const auto error = options_.tool_reports.problem()) return fail(kUsage, error->text());
    if (const ExitCode code = find_program(); code != kNoBug) return code;
    std::vector<std::string> tests;
    if (const ExitCode code = list(tests); code != kNoBug) return code;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) handle(signal);
    ExitCode worst = kNoBug;
    std::size_t passed = 0;
    std::size_t explored = 0;
    for (const std::string& test : tests) {
      if (interrupted != 0) break;
      const ExitCode code = explore(test);
      ++explored;
      passed += code == kNoBug ? 1 : 0;
      worst = worse(worst, code);
      if (code == kUsage || code == kCannotBuild) break;  // all others would do the same
    }
    if (explored < tests.size()) worst = worse(worst, kIncomplete);
    console_.out << fmt::format("{} of {} tests have no bug and are complete", passed, tests.size())
                 << (explored < tests.size() ? fmt::format("; {} were not explored\n", tests.size() - explored) : "\n");
    return write_reports() ? worst : worse(worst, kUsage);
  }

 private:
  ExitCode fail(ExitCode code, const std::string& message) {
    console_.err << "heddle: " << message << "\n";
    return code;
  }

  // Sources are compiled once for all tests, in the place where findings are kept, so that they can be replayed.
  ExitCode find_program() {
    const trace::ProgramSpec& spec = options_.program.spec;
    program_ = spec.program;
    if (!is_source_code(program_)) return kNoBug;
    std::vector<std::string> sources = {program_};
    sources.insert(sources.end(), spec.more_sources.begin(), spec.more_sources.end());
    std::vector<std::string> flags = {"-O2"};
    for (const auto& [name, value] : spec.definitions) flags.push_back(fmt::format("-D{}={}", name, value));
    flags.insert(flags.end(), spec.flags.begin(), spec.flags.end());
    flags.insert(flags.end(), {"-lgtest", "-lgtest_main"});
    const std::string folder = options_.out.empty() ? folder_.path() : options_.out;
    std::error_code error;
    fs::create_directories(folder, error);
    const std::string name = fs::path(program_).stem().string();
    const base::Result<std::string> built = compile_program(sources, flags, fs::absolute(folder, error) / name);
    if (!built) return fail(kCannotBuild, built.error().text());
    program_ = built.value();
    return kNoBug;
  }

  ExitCode list(std::vector<std::string>& tests) {
    std::vector<std::string> command = {fs::path(program_).is_absolute() ? program_ : "./" + program_};
    const std::vector<std::string>& arguments = options_.program.spec.arguments;
    command.insert(command.end(), arguments.begin(), arguments.end());
    command.emplace_back("--gtest_list_tests");
    const std::string file = folder_.path() + "/list";
    const int output = ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    const auto id = native::spawn({.command = command, .output = output});
    const int code = id ? native::wait_for(id.value()) : kUsage;
    ::close(output);
    const base::Result<std::string> text = base::read_file(file, kMaxOutput);
    if (!id) return fail(kCannotBuild, fmt::format("{}: {}", program_, id.error().text()));
    if (code != 0 || !text)
      return fail(kCannotBuild, fmt::format("{} --gtest_list_tests ended with code {}; is it a program of GoogleTest?",
                                            program_, code));
    const bool disabled_too = std::ranges::count(arguments, "--gtest_also_run_disabled_tests") != 0;
    tests = listed_tests(text.value(), disabled_too);
    return tests.empty() ? fail(kUsage, fmt::format("{} lists no test", program_)) : kNoBug;
  }

  // As if the user had asked for this test alone.
  TestOptions options_for(const std::string& test) const {
    TestOptions options = options_;
    options.gtest = false;
    trace::ProgramSpec& spec = options.program.spec;
    spec.program = program_;
    spec.more_sources.clear();
    spec.flags.clear();
    spec.definitions.clear();
    std::erase_if(spec.arguments, [](const std::string& argument) { return argument.starts_with(kFilter); });
    spec.arguments.push_back(std::string(kFilter) + test);
    if (!options.out.empty()) options.out += "/" + folder_name(test);
    if (!options.tool_reports.junit.empty()) options.tool_reports.junit = folder_.path() + "/junit";
    if (!options.tool_reports.sarif.empty()) options.tool_reports.sarif = folder_.path() + "/sarif";
    return options;
  }

  ExitCode explore(const std::string& test) {
    const TestOptions options = options_for(test);
    const std::string file = folder_.path() + "/output";
    console_.out.flush();
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGTERM);
      if (::getppid() != parent) ::_exit(kIncomplete);
      for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_DFL);
      ::dup2(::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600), STDOUT_FILENO);
      const ExitCode code = explore_one_(options, console_);
      console_.out.flush();
      ::_exit(code);
    }
    if (child < 0) return fail(kUsage, "cannot start a process");
    running = child;
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    running = 0;
    const ExitCode code = WIFEXITED(status) ? static_cast<ExitCode>(WEXITSTATUS(status)) : kInternal;
    tell(test, code, base::read_file(file, kMaxOutput));
    keep_reports(options.tool_reports);
    return code;
  }

  void tell(const std::string& test, ExitCode code, const base::Result<std::string>& output) {
    const bool good = code == kNoBug;
    const std::string text = output ? output.value() : std::string();
    if (!good && !options_.quiet) console_.out << text;
    std::string line = fmt::format("{} {}", good ? "PASS" : "FAIL", test);
    if (good || options_.quiet) line += ": " + text.substr(0, text.find('\n'));
    console_.out << colored(console_, good ? Color::kGreen : Color::kRed, line) << "\n" << (good ? "" : "\n");
    console_.out.flush();
  }

  void keep_reports(const ToolReports& reports) {
    const auto keep = [](const std::string& file, std::vector<std::string>& all) {
      if (file.empty()) return;
      if (base::Result<std::string> text = base::read_file(file, kMaxOutput)) all.push_back(std::move(text.value()));
      std::error_code ignored;
      fs::remove(file, ignored);
    };
    keep(reports.junit, junit_);
    keep(reports.sarif, sarif_);
  }

  bool write_reports() {
    std::optional<base::Error> error;
    const ToolReports& reports = options_.tool_reports;
    if (!reports.junit.empty()) error = base::write_file(reports.junit, report::merged_junit(junit_));
    if (!reports.sarif.empty() && !error) error = base::write_file(reports.sarif, report::merged_sarif(sarif_));
    if (error) console_.err << "heddle: " << error->text() << "\n";
    return !error;
  }

  const TestOptions& options_;
  Console& console_;
  const ExploreOne& explore_one_;
  TemporaryFolder folder_;
  std::string program_;
  std::vector<std::string> junit_;
  std::vector<std::string> sarif_;
};

}  // namespace

ExitCode run_gtest(const TestOptions& options, Console& console, const ExploreOne& explore_one) {
  return Gtest(options, console, explore_one).run();
}

}  // namespace heddle::cli
