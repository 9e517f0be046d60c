#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/file.h"
#include "cli/agreement.h"
#include "cli/commands.h"
#include "cli/program.h"
#include "cli/replay_corpus.h"
#include "cli/session.h"
#include "explore/findings.h"
#include "explore/near_schedule.h"
#include "native/debugger.h"
#include "native/native_executor.h"
#include "report/describe.h"
#include "report/first_difference.h"
#include "report/text.h"
#include "trace/test_file.h"

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxShownRows = 2000;

constexpr const char* kDebuggerHelp = R"(
gdb comes with this run: {} at {}
  run                follows the schedule and stops where the bug shows
  break FILE:LINE    before that, stops earlier
  info threads       the program's threads; thread N, bt, up, print as usual

)";

// "a/queue.c:17:3, b/main.c:9:1" -> "queue.c:17:3, main.c:9:1": from another directory, files have other paths.
std::string without_folders(const std::string& where) {
  std::string result;
  for (const char c : where) {
    if (c == '/') {
      const std::size_t space = result.rfind(' ');
      result.resize(space == std::string::npos ? 0 : space + 1);
    } else {
      result += c;
    }
  }
  return result;
}

// One run of the verb `replay`.
class ReplayCommand {
 public:
  ReplayCommand(const ReplayOptions& options, Console& console) : options_(options), console_(console) {
    console_.detail = {.all_steps = options.full, .all_output = options.show_output};
  }

  ExitCode run() {
    base::Result<trace::TestFile> read = read_test_file(options_.bug);
    if (!read) return fail(kUsage, read.error().text());
    test_ = std::move(read.value());
    if (options_.gdb && !test_.spec.native) return fail(kUsage, "--gdb is for programs of C and C++; this is a model");
    if (const ExitCode code = load(); code != kNoBug) return code;
    const std::optional<trace::Test> test = adopt_threads(test_, *program_.executor);
    if (!test) {
      return fail(kIncomplete, "the finding no longer shows: the program has other threads than when it was found");
    }
    test_.test = *test;
    const bool follows = options_.follow && changed_ && !test_.finding_kind.empty();
    // A changed program may have something else there; runs near the schedule show what they need.
    if (!follows) program_.executor->make_visible(test_.cells);
    if (changed_) program_.executor->wake_idle_locks();  // they may be elsewhere now
    trace::Trace trace;
    if (follows) {
      if (const std::optional<ExitCode> code = follow(trace)) return *code;
    } else if (const std::optional<ExitCode> code = run_as_kept(trace)) {
      return *code;
    }
    explore::Findings findings(*program_.executor, test_.test.depth);
    findings.observe(trace);
    return judge(trace, findings.take());
  }

 private:
  ExitCode fail(ExitCode code, const std::string& message) {
    console_.err << "heddle: " << message << "\n";
    return code;
  }

  // Follows exactly the schedule; returns an exit code if that is not possible.
  std::optional<ExitCode> run_as_kept(trace::Trace& trace) {
    program_.executor->run(test_.test, trace);
    output_ = program_.executor->output();
    if (changed_) tell_difference(trace);
    if (trace.outcome != trace::Outcome::kDiverged) return {};
    if (!changed_ && !test_.finding_kind.empty() && test_.depends_on_addresses()) {
      program_.executor->wake_idle_locks();
      return follow(trace);
    }
    print_columns(trace);
    return fail(kIncomplete,
                fmt::format("the finding no longer shows: the program cannot follow step {} of {} of the schedule{}",
                            trace.diverged_at + 1, test_.test.schedule.size(),
                            changed_ ? "\n--follow looks for it near that schedule" : ""));
  }

  // A run near the schedule that shows the failure; an exit code if none was found.
  std::optional<ExitCode> follow(trace::Trace& trace) {
    explore::NearSchedule near(*program_.executor, test_.test,
                               {test_.finding_kind, report::note_of_assertion(test_.finding_message)},
                               options_.follow_tests);
    std::optional<trace::Trace> found = near.find();
    output_ = program_.executor->output();
    tell_difference(near.first_run());
    const std::uint64_t runs = near.runs();
    if (!found) {
      return fail(kIncomplete, fmt::format("the finding no longer shows in {} run{} near its schedule\n"
                                           "Others may still show it: {} test {}",
                                           runs, runs == 1 ? "" : "s", console_.heddle, name_));
    }
    trace = *std::move(found);
    test_.test = trace::test_of(trace, test_.test.depth);
    if (runs > 1) console_.err << fmt::format("heddle: note: found again near the old schedule, in {} runs\n", runs);
    return {};
  }

  // The first thing that the program does differently from when the finding was kept.
  void tell_difference(const trace::Trace& now) {
    std::error_code ignored;
    const fs::path folder =
        fs::is_directory(options_.bug, ignored) ? fs::path(options_.bug) : fs::path(options_.bug).parent_path();
    const base::Result<std::string> before =
        base::read_file((folder / "trace.json").string(), trace::kMaxTestFileBytes);
    if (!before) return;
    const std::string difference = report::first_difference(before.value(), now, program_.executor->names());
    if (!difference.empty()) console_.err << fmt::format("heddle: note: differs first in {}\n", printable(difference));
  }

  ExitCode load() {
    const bool other = !options_.program.empty();
    const std::string path = other ? options_.program : (fs::path(test_.directory) / test_.spec.program).string();
    name_ = other ? options_.program : test_.spec.program;
    if (const auto problem = problem_with_trust(path)) return fail(kUsage, *problem);
    program_ = load_program(spec_at(path), {.name = name_}, console_);
    if (program_.executor == nullptr) {
      if (!other && program_.code == kUsage) console_.err << "heddle: --program=FILE names the program to run\n";
      return program_.code;
    }
    changed_ = program_.hash != test_.program_hash;
    if (changed_) console_.err << fmt::format("heddle: warning: {} has changed since the bug was found\n", name_);
    return kNoBug;
  }

  // Why this is not run: somebody else may have written the test.
  std::optional<std::string> problem_with_trust(const std::string& path) const {
    if (!runs_code(path) || is_agreed(test_)) return {};  // a model can do no harm
    const trace::ProgramSpec& run = test_.spec;
    console_.err << fmt::format("heddle: this test would run: {}\n", shown_command(test_, path));
    const bool other = !options_.program.empty();
    const bool says_more = !run.flags.empty() || !run.arguments.empty() || !run.more_sources.empty();
    if (!options_.trust && (!other || says_more)) {
      return fmt::format(
          "{} was not made by you on this machine with this program, these flags and arguments; --trust runs it",
          options_.bug);
    }
    if (const auto flag = forbidden_flag(test_)) {
      return fmt::format(
          "the flag {} is not taken from a test that somebody else has made: compile the program with "
          "'heddle cc' and name it with --program",
          *flag);
    }
    for (const std::string& source : run.more_sources) {
      if (!is_near(fs::path(test_.directory) / source)) return outside(source);
    }
    if (!other && !is_near(path)) return outside(test_.spec.program);
    return {};
  }

  static std::string outside(const std::string& file) {
    return fmt::format("{} is neither below this folder nor next to the test; --program=FILE names the program",
                       printable(file));
  }

  // Is the file below the current directory, or below that of the test?
  bool is_near(const fs::path& file) const {
    std::error_code error;
    const fs::path real = fs::weakly_canonical(file, error);
    const fs::path bug = fs::weakly_canonical(options_.bug, error);
    for (const fs::path& folder : {fs::canonical(".", error), fs::is_directory(bug, error) ? bug : bug.parent_path()}) {
      const fs::path relative = real.lexically_relative(folder);
      if (!relative.empty() && *relative.begin() != "..") return true;
    }
    return false;
  }

  // The program as it was built and run when the bug was found, in its present location.
  trace::ProgramSpec spec_at(const std::string& path) const {
    trace::ProgramSpec spec = test_.spec;
    spec.program = path;
    for (std::string& source : spec.more_sources) source = (fs::path(test_.directory) / source).string();
    return spec;
  }

  // Is this the finding that the test was kept for? Lines move when a program changes.
  bool is_expected(const explore::Finding& finding) const {
    if (name(finding) != test_.finding_kind) return false;
    return changed_ || name_ != test_.spec.program ||
           without_folders(where(finding)) == without_folders(test_.finding_where);
  }

  ExitCode judge(const trace::Trace& trace, const std::vector<explore::Finding>& findings) {
    const auto expected = std::find_if(findings.begin(), findings.end(), [&](const auto& f) { return is_expected(f); });
    if (expected != findings.end()) {
      if (!options_.quiet) print(*expected);
      console_.out << colored(console_, Color::kRed, fmt::format("the {} shows again", name(*expected))) << "\n";
      return options_.gdb ? debug(*expected) : kBug;
    }
    print_columns(trace);
    if (test_.finding_kind.empty() && findings.empty()) {
      console_.out << "no bug, as expected\n";
      return kNoBug;
    }
    if (test_.finding_kind.empty()) return fail(kBug, "the run shows a bug where none was expected");
    std::string text = fmt::format("the finding no longer shows: this run ends as '{}'", name(trace.outcome));
    for (const explore::Finding& finding : findings)
      text += fmt::format(", with {} at {}", name(finding), where(finding));
    return fail(kIncomplete, text + fmt::format("\nOther runs may still show it: {} test {}", console_.heddle, name_));
  }

  // The same once more, in the debugger.
  ExitCode debug(const explore::Finding& finding) {
    if (program_.native == nullptr) return fail(kUsage, "--gdb is for programs of C and C++");
    console_.out << fmt::format(kDebuggerHelp, name(finding), where(finding)) << std::flush;
    program_.native->prepare_debugging(test_.test);
    if (console_.session != nullptr) console_.session->set_phase(Session::Phase::kDebugging);
    // The same livelock may show as a deadlock.
    const std::string kind = finding.kind == explore::FindingKind::kFailure ? name(finding) : "";
    const base::Result<int> code = native::run_gdb(program_.native->command(), program_.native->channel_descriptor(),
                                                   kind, options_.gdb_arguments);
    return code ? kBug : fail(kUsage, code.error().text());
  }

  void print(const explore::Finding& finding) {
    console_.out << report::finding_text(finding, program_.executor->names(),
                                         {.until = finding.failing, .width = console_.width, .rows = kMaxShownRows},
                                         console_.detail)
                 << "\n";
  }

  void print_columns(const trace::Trace& trace) {
    if (options_.quiet) return;
    console_.out << report::columns(trace, program_.executor->names(), {.width = console_.width, .rows = kMaxShownRows})
                 << (options_.show_output ? report::output_text(output_, true) : "") << "\n";
  }

  const ReplayOptions& options_;
  Console& console_;
  trace::TestFile test_;
  Program program_;
  std::string name_;      // of the program being run
  std::string output_;    // of its run
  bool changed_ = false;  // is it a different one from the one that was tested?
};

}  // namespace

ExitCode run_replay(const ReplayOptions& options, Console& console) {
  return options.corpus.empty() ? ReplayCommand(options, console).run() : replay_corpus(options, console);
}

}  // namespace heddle::cli
